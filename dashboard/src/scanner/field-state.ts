type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** What a field has at a moment, to be given back to it. */
export type FieldState = { field: Field; value: string; selection: [number | null, number | null] }

/** The state of the field with the focus, or null where none has it. */
export function readField(focused: Element | null): FieldState | null {
  const kinds = [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement]
  if (!kinds.some((kind) => focused instanceof kind)) return null
  const field = focused as Field
  const { selectionStart = null, selectionEnd = null } = field as HTMLInputElement
  return { field, value: field.value, selection: [selectionStart, selectionEnd] }
}

/** What was typed into the field since then, or null where it is not text. */
export function findTyped({ field, value, selection: [start, end] }: FieldState): string | null {
  if (start === null || end === null) return null
  const rest = value.length - end
  const isSame = field.value.startsWith(value.slice(0, start)) && field.value.endsWith(value.slice(end))
  return isSame ? field.value.slice(start, field.value.length - rest) : null
}

/** Gives it back what it had, as if somebody had typed that: React listens to events, not to values. */
export function restoreField({ field, value, selection: [start, end] }: FieldState): void {
  if (field.value === value) return
  const prototype = Object.getPrototypeOf(field)
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, { bubbles: true }))
  if (start !== null) (field as HTMLInputElement).setSelectionRange(start, end)
}
