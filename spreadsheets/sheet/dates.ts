// What spreadsheets write of a code that they took for a date or a time, in English, German, French and Spanish: `1-2`
// becomes `02-Jan`, `01. Feb`, `01-févr` or `2026-02-01`. Other texts are no dates, however much they look like one.

const day = '(?:0?[1-9]|[12]\\d|3[01])'
const twoDigitDay = '(?:0[1-9]|[12]\\d|3[01])'
const time = '\\d{1,2}:[0-5]\\d(?::[0-5]\\d(?:[.,]\\d+)?)?(?:[ \\u00a0\\u202f]?[AaPp]\\.?[Mm]\\.?)?Z?'
/** As they are written: `FEB-01` may be a code. */
const months = [
  'Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec|Mär|März|Mrz|Mai|Juni|Juli|Okt|Dez',
  'janv|févr|mars|avr|mai|juin|juil|août|sept|oct|nov|déc|ene|feb|mar|abr|may|jun|jul|ago|sep|dic',
]
const month = `(?:${months.join('|')})\\.?`

const date = new RegExp(
  `^(?:${[
    time,
    `(?:1[89]|2[01])\\d\\d-(?:0[1-9]|1[0-2])-${twoDigitDay}(?:[T ]${time})?`,
    `(?:1[89]|2[01])\\d\\d/(?:0?[1-9]|1[0-2])/${day}`,
    `${day}([./-])${day}\\1(?:1[89]|2[01])\\d\\d(?: ${time})?`,
    `${twoDigitDay}([./])${twoDigitDay}\\2\\d\\d`,
    `${day}(?:-|\\. ?)${month}(?:[- ](?:\\d\\d){1,2})?`,
    `${month}[- ](?:\\d\\d){1,2}`,
  ].join('|')})$`,
)
/** No date is longer. */
const maxLength = 40

/** Whether the text is one that a spreadsheet writes for a date or a time. */
export function isDate(text: string): boolean {
  return text.length <= maxLength && date.test(text)
}
