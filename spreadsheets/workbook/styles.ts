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

/** The longest format that Excel takes. */
const maxCode = 255

/** Whether the style of each number shows a number as a date. */
export function readDateStyles(pieces: Iterable<string>): boolean[] {
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
  const dates = new Map([...codes].map(([id, code]) => [id, isDateCode(code)]))
  return (formats.cellXfs ?? []).map((id) => dates.get(id) ?? isDateId(Number(id)))
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
