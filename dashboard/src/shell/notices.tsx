import { Alert } from '@mantine/core'
import { useEffect, useState } from 'react'
import { shownWait } from '../api/waits'
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
