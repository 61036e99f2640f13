/** Something waits for `opened` until it is opened, such as an answer that is held back. */
export function makeGate(): { opened: Promise<void>; open: () => void } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}
