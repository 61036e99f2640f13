/** Something waits for `opened` until it is opened, such as an answer that is held back. */
export function makeLatch<Value = void>(): { opened: Promise<Value>; open: (value: Value) => void } {
  let open: (value: Value) => void = () => {}
  const opened = new Promise<Value>((resolve) => {
    open = resolve
  })
  return { opened, open }
}
