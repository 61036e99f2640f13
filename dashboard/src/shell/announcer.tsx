import { VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'

/** How long a title must stay, in milliseconds: a page that is on its way may have another one at first. */
const settledMs = 400

/** Reads out the title of each page that comes in place of another one. The focus stays where it is. */
export function Announcer() {
  const [title, setTitle] = useState('')
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const watcher = new MutationObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(() => setTitle(document.title), settledMs)
    })
    watcher.observe(document.head, { childList: true, subtree: true })
    return () => {
      clearTimeout(timer)
      watcher.disconnect()
    }
  }, [])
  return <VisuallyHidden aria-live="polite">{title}</VisuallyHidden>
}
