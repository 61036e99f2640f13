import { Alert, Button, CloseButton, Group, Text } from '@mantine/core'
import { useDocumentVisibility, useFocusWithin, useHotkeys, useHover, useMergedRef } from '@mantine/hooks'
import { useIsFetching, useIsMutating } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { shownWait } from '../api/waits'
import { type Notice, said, takeOffer } from '../browser/said'
import { isUnkept } from '../browser/storage'
import { texts } from './texts'

/** Says that a reload forgets what is typed, and what was sent without an answer. */
export function UnkeptNotice() {
  return isUnkept.use() && <Alert color="yellow" role="status" mb="md" title={texts.unkept} />
}

/** Says why something takes long: the service asks to wait, or does not answer. */
export function WaitNotice() {
  const wait = shownWait.use()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (wait === null) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [wait])
  if (wait === null) return null
  const seconds = Math.max(1, Math.ceil((wait.until - now) / 1_000))
  return (
    <Alert color="yellow" role="status" mb="md" title={wait.why === 'limit' ? texts.limit(seconds) : texts.noAnswer} />
  )
}

/** Says that what is shown is of before a change: it is read again. */
export function Renewal() {
  const isRead = useIsFetching({ predicate: ({ state }) => state.isInvalidated }) > 0
  const isSent = useIsMutating() > 0
  return (isRead || isSent) && <div className="renewal" aria-hidden />
}

/** How long it stays, in milliseconds. */
const shownMs = 8_000

/** What was done last, at the foot of the window, wherever the page is. It is read out, and goes by itself. */
export function Said() {
  useLocation() // another page says nothing of it
  const last = said.use()
  const isHere = last?.path === location.pathname
  useEffect(() => {
    if (!isHere) forget()
  }, [isHere])
  return (
    <div role="status" className="said">
      {last && isHere && <Told key={last.key} notice={last} />}
    </div>
  )
}

/** It stays while the pointer or the focus is on it, or nobody sees the window. Escape closes it, Ctrl Z takes back. */
function Told({ notice }: { notice: Notice }) {
  const { text, offer, isProblem } = notice
  const { hovered, ref: pointed } = useHover<HTMLDivElement>()
  const { focused, ref: entered } = useFocusWithin<HTMLDivElement>()
  const [isActing, setIsActing] = useState(false)
  const isHeld = useDocumentVisibility() === 'hidden' || hovered || focused || isActing
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(forget, shownMs)
    return () => clearTimeout(timer)
  }, [isHeld])
  const act = () => {
    setIsActing(true)
    void takeOffer(notice)
  }
  const undo = () => offer && offer.label === undefined && act()
  useHotkeys([
    ['Escape', forget],
    ['mod+z', undo],
  ])
  return (
    <Group ref={useMergedRef(pointed, entered)} className="notice" data-problem={isProblem || undefined}>
      <Text size="sm">{text}</Text>
      {offer && (
        <Button size="compact-sm" variant="default" loading={isActing} onClick={act}>
          {offer.label ?? texts.undo}
        </Button>
      )}
      <CloseButton variant="transparent" c="inherit" aria-label={texts.close} onClick={forget} />
    </Group>
  )
}

function forget(): void {
  said.set(null)
}
