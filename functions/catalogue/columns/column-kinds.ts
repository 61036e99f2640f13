import { dictionary, optionalDictionary } from './dictionary-column'
import { count, integer, number, optionalInteger, optionalTime, time } from './number-column'
import { optionalText, text } from './text-column'

/** The kinds of columns, by the names that the tables of fields have for them. */
export const columnKinds = {
  text: () => text,
  'text?': () => optionalText,
  dictionary: () => dictionary,
  'dictionary?': () => optionalDictionary,
  integer: () => integer,
  'integer?': () => optionalInteger,
  count: () => count,
  number: () => number,
  time: () => time,
  'time?': () => optionalTime,
}
