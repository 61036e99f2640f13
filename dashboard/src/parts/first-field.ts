/** The `ref` of what is new on a page: it comes into the window, once. */
export const bringIn = (part: HTMLElement | null) => part?.scrollIntoView({ block: 'center' })

/** For the one field that a form was opened for: a number, which a phone has a small keyboard for. */
export const askedField = { 'data-autofocus': true, autoFocus: true }

/**
 * For the field with which a form begins: it has the focus when the form opens. Not where fingers are the pointer: the
 * keyboard of a phone would cover the form. Both, since a drawer looks for its first field once, and some come later.
 */
export const firstField = window.matchMedia('(pointer: fine)').matches ? askedField : {}
