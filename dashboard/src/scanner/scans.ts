import { useEffect, useRef } from 'react'
import { type Code, readCode } from '../../../input/code'
import { Burst } from './burst'
import { type FieldState, findTyped, readField, restoreField } from './field-state'

/** Does what the code asks for. Resolves when the next one may come. */
export type TakeScan = (code: Code) => Promise<unknown> | unknown

/** Who takes a code: what lies above takes it first. */
export const levels = { shell: 0, page: 1, dialog: 2, form: 3 }

type Taker = { level: number; take: TakeScan }

const takers: Taker[] = []

/** Takes the codes of scanners while the component is shown, unless something above it takes them. */
export function useScans(level: keyof typeof levels, take: TakeScan, isOn = true): void {
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    if (!isOn) return
    const taker: Taker = { level: levels[level], take: (code) => latest.current(code) }
    takers.push(taker)
    return () => void takers.splice(takers.indexOf(taker), 1)
  }, [level, isOn])
}

let last: Promise<unknown> = Promise.resolve()

/** Codes wait for each other: each is answered, in the order in which they came. */
export function giveScan(text: string): void {
  const code = readCode(text)
  last = last.then(() => findTaker()?.take(code)).catch(() => {}) // what takes a code shows its own errors
}

function findTaker(): Taker | undefined {
  return takers.reduce<Taker | undefined>((top, each) => (top && top.level > each.level ? top : each), undefined)
}

/** Listens to the keys of the window before all else does. Returns what ends that. */
export function listenToScanner(): () => void {
  const burst = new Burst()
  let before: FieldState | null = null
  const listen = (event: KeyboardEvent) => {
    if (event.isComposing || event.key === 'Shift' || event.key === 'Control' || event.key === 'Alt') return
    if (burst.begins(event.timeStamp)) before = readField(document.activeElement)
    const code = burst.press(event, event.timeStamp)
    // In the middle of a code, a space presses no button, and a control character no shortcut of the browser.
    const isText = before !== null && event.key === ' '
    if (code === null && !(burst.isFast && !isText && (event.key === ' ' || event.ctrlKey))) return
    event.preventDefault()
    event.stopPropagation()
    if (code === null) return
    // Characters without a key are in the field alone.
    const typed = (before && findTyped(before)) ?? code
    if (before) restoreField(before)
    giveScan(typed.length > code.length ? typed : code)
  }
  window.addEventListener('keydown', listen, { capture: true })
  return () => window.removeEventListener('keydown', listen, { capture: true })
}
