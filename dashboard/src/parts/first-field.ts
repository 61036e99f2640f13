/**
 * For the field with which a form begins: it has the focus when the form opens. Not where fingers are the pointer: the
 * keyboard of a phone would cover the form. Both, since a drawer looks for its first field once, and some come later.
 */
export const firstField = window.matchMedia('(pointer: fine)').matches
  ? { 'data-autofocus': true, autoFocus: true }
  : {}
