/**
 * Enter is pressed once, however long it is held: its repetition would answer the question that the press has raised.
 * Returns what ends that.
 */
export function ignoreHeldEnter(): () => void {
  const listen = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !event.repeat || event.target instanceof HTMLTextAreaElement) return
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('keydown', listen, { capture: true })
  return () => window.removeEventListener('keydown', listen, { capture: true })
}
