import { useEffect, useEffectEvent, useState } from 'react'
import { type Code, readCode } from '../../../input/code'
import { Burst } from './burst'

/** Does what the code asks for. Resolves when the next one may come. */
export type TakeScan = (code: Code) => Promise<unknown> | unknown

/** Who takes a code: what lies above takes it first. */
const levels = { shell: 0, page: 1, dialog: 2, form: 3 }

type Taker = { level: number; take: TakeScan }

const takers: Taker[] = []

/** Takes the codes of scanners while the component is shown, unless something above it takes them. */
export function useScans(level: keyof typeof levels, take: TakeScan, isOn = true): void {
  const takeLatest = useEffectEvent(take)
  useEffect(() => {
    if (!isOn) return
    const taker: Taker = { level: levels[level], take: (code) => takeLatest(code) }
    takers.push(taker)
    return () => void takers.splice(takers.indexOf(taker), 1)
  }, [level, isOn])
}

let last: Promise<unknown> = Promise.resolve()

/** What a scanner or the camera has read. */
export const giveScan = (text: string) => giveCode(readCode(text))

/** Codes wait for each other: each is answered, in the order in which they came. */
export function giveCode(code: Code): void {
  last = last.then(() => findTaker()?.take(code)).catch(() => {}) // what takes a code shows its own errors
}

/** Codes wait while `isOn`, for what is loaded or sent. Who takes codes then gets them. */
export function useScansLater(isOn = true): void {
  const [codes] = useState<Code[]>([])
  useScans('form', (code) => codes.push(code), isOn)
  useEffect(() => (isOn ? () => codes.splice(0).forEach(giveCode) : undefined), [isOn, codes])
}

/** True where a form takes the codes, beside or before the page. */
export function isFormOpen(): boolean {
  return (findTaker()?.level ?? 0) >= levels.dialog
}

function findTaker(): Taker | undefined {
  return takers.reduce<Taker | undefined>((top, each) => (top && top.level > each.level ? top : each), undefined)
}

/** Listens to the keys of the window before all else does. Returns what ends that. */
export function listenToScanner(): () => void {
  const burst = new Burst()
  /** What the fields had that have had the focus since the code began: a form may open while a code is on its way. */
  let before: FieldState[] = []
  const listen = (event: KeyboardEvent) => {
    if (event.isComposing || event.key === 'Shift' || event.key === 'Control' || event.key === 'Alt') return
    if (burst.begins(event.timeStamp)) before = []
    const focused = document.activeElement
    const state = before.some(({ field }) => field === focused) ? null : readField(focused)
    if (state) before.push(state)
    const isRest = burst.isRest(event, event.timeStamp)
    const code = burst.press(event, event.timeStamp)
    // In the middle of a code, a space presses no button, and a control character no shortcut of the browser.
    const isText = event.key === ' ' && before.some(({ field }) => field === focused)
    if (code === null && !isRest && !(burst.isFast && !isText && (event.key === ' ' || event.ctrlKey))) return
    event.preventDefault()
    event.stopPropagation()
    if (code === null) return
    // Characters without a key are in the field alone.
    const [first, second] = before
    const typed = first && !second ? (findTyped(first) ?? code) : code
    for (const each of before) restoreField(each)
    giveScan(typed.length > code.length ? typed : code)
  }
  window.addEventListener('keydown', listen, { capture: true })
  return () => window.removeEventListener('keydown', listen, { capture: true })
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** What a field has at a moment, to be given back to it. */
type FieldState = { field: Field; value: string; selection: [number | null, number | null] }

/** The state of the field with the focus, or null where none has it. */
function readField(focused: Element | null): FieldState | null {
  const kinds = [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement]
  if (!kinds.some((kind) => focused instanceof kind)) return null
  const field = focused as Field
  const { selectionStart = null, selectionEnd = null } = field as HTMLInputElement
  return { field, value: field.value, selection: [selectionStart, selectionEnd] }
}

/** What was typed into the field since then, or null where it is not text. */
function findTyped({ field, value, selection: [start, end] }: FieldState): string | null {
  if (start === null || end === null) return null
  const rest = value.length - end
  const isSame = field.value.startsWith(value.slice(0, start)) && field.value.endsWith(value.slice(end))
  return isSame ? field.value.slice(start, field.value.length - rest) : null
}

/** Gives it back what it had, as if somebody had typed that: React listens to events, not to values. */
function restoreField({ field, value, selection: [start, end] }: FieldState): void {
  if (field.value === value) return
  const prototype = Object.getPrototypeOf(field)
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, { bubbles: true }))
  if (start !== null) (field as HTMLInputElement).setSelectionRange(start, end)
}
