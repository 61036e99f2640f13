/**
 * For the field with which a form begins: it has the focus when the form opens. Not where fingers are the pointer: the
 * keyboard of a phone would cover the form.
 */
export const firstField = window.matchMedia('(pointer: fine)').matches ? { 'data-autofocus': true } : {}
