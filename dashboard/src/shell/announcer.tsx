import { VisuallyHidden } from '@mantine/core'
import { useDebouncedCallback, useMutationObserverTarget } from '@mantine/hooks'
import { useState } from 'react'

/** How long a title must stay, in milliseconds: a page that is on its way may have another one at first. */
const settledMs = 400

const all = { childList: true, subtree: true }

/** Reads out the title of each page that comes in place of another one. The focus stays where it is. */
export function Announcer() {
  const [title, setTitle] = useState('')
  const read = useDebouncedCallback(() => setTitle(document.title), settledMs)
  useMutationObserverTarget(read, all, document.head)
  return <VisuallyHidden aria-live="polite">{title}</VisuallyHidden>
}
