import { Alert } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { shownWait } from '../api/waits'
import { said } from '../browser/said'
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

/** How long it stays, in milliseconds. */
const shownMs = 8_000

/** What was done last, at the foot of the window, wherever the page is. It is read out, and goes by itself. */
export function Said() {
  useLocation() // another page says nothing of it
  const last = said.use()
  const text = last.at === location.pathname ? last.text : ''
  useEffect(() => {
    if (last.text === '') return
    const timer = setTimeout(forget, shownMs)
    return () => clearTimeout(timer)
  }, [last])
  return (
    <div role="status" className="said">
      {text !== '' && (
        <Alert
          color="green"
          variant="filled"
          autoContrast
          withCloseButton
          onClose={forget}
          closeButtonLabel={texts.close}
          title={text}
        />
      )}
    </div>
  )
}

function forget(): void {
  said.set({ text: '', at: '' })
}
