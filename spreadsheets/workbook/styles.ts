import { shortenName } from '../../functions/contract/input-refusal'
import type { Mark } from '../sheet/sheet'
import { makeCodeMark } from './marks'
import { maxCode } from './number-format'
import { makeFinder, readXml } from './xml'

const find = { id: makeFinder('numFmtId'), code: makeFinder('formatCode'), base: makeFinder('xfId') }

/** The formats of dates and times that files do not define: ECMA-376, part 1, 18.8.30, and those of other languages. */
const dateRanges = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
  [71, 81],
] as const

/** The formats of other numbers that files do not define, as far as a code may have them. */
const numberCodes: Record<string, string> = {
  '': '',
  0: '',
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  49: '@',
}
const lastKnown = 163

/** How cells of a style show a number. `mark`: of what is more than digits. */
export type Style = { code: string; isDate: boolean; mark: Mark }

/** The style of each number. */
export function readStyles(pieces: Iterable<string>): Style[] {
  const codes = new Map<string, string>()
  const formats: Record<string, string[]> = { cellStyleXfs: [], cellXfs: [] }
  let list: string[] | undefined
  readXml(pieces, {
    open: (name, getTag) => {
      if (name === 'numFmt') codes.set(find.id(getTag()) ?? '', find.code(getTag()) ?? '')
      else if (name === 'xf' && list) list.push(findFormat(getTag(), formats.cellStyleXfs))
      else if (Object.hasOwn(formats, name)) list = formats[name]
    },
    close: (name) => {
      if (Object.hasOwn(formats, name)) list = undefined
    },
  })
  const styles = new Map([...new Set(formats.cellXfs)].map((id) => [id, makeStyle(id, codes.get(id))]))
  return (formats.cellXfs ?? []).flatMap((id) => styles.get(id) ?? [])
}

/** `own`: the code of a format that the file defines. */
function makeStyle(id: string, own: string | undefined): Style {
  const code = own ?? numberCodes[id] ?? (Number(id) > lastKnown ? '' : `number ${id}`)
  const isDate = own === undefined ? isDateId(Number(id)) : isDateCode(own)
  return { code, isDate, mark: makeCodeMark(`is a number in the format '${shortenName(code)}'`) }
}

/** A style that names no format has that of its base. */
function findFormat(tag: string, bases: string[] = []): string {
  return find.id(tag) ?? bases[Number(find.base(tag))] ?? ''
}

function isDateId(id: number): boolean {
  return dateRanges.some(([first, last]) => id >= first && id <= last)
}

const dateToken = /^(?:ss?|m{1,5}|hh?|d{1,4}|[ap]m?|a{3,5}|[ey]{1,4})$/

/** A format has up to four sections: for numbers above zero, below, zero, and for texts. */
function isDateCode(code: string): boolean {
  return code.length <= maxCode && code.toLowerCase().replace(/\\./g, ' ').split(';').some(isDateSection)
}

/** What is quoted does not count. Brackets have a language, a colour, or hours beyond 24. */
function isDateSection(section: string): boolean {
  const tokens = section
    .replace(/"[^"]*"/g, ' ')
    .replace(/(\[?[smhd]{1,2}\]?)[.,]0{1,3}/g, '$1')
    .replace(/\[([smhd]{1,2})\]/g, '$1')
    .replace(/\[[^\]]*\]/g, '')
    .split(/[^a-z0#?%]+/)
    .filter((token) => token !== '')
  return tokens.length > 0 && tokens.every((token) => dateToken.test(token))
}
