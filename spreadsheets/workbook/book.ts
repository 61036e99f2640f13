import { InputError } from '../input-error'
import { formatCount, remedy } from '../sheet/bounds'
import type { Archive } from './archive'
import { makeFinder, readXml, unescapeText } from './xml'

/** A sheet, with the path of its part. */
type BookSheet = { name: string; path: string }
/** `isFrom1904`: days are counted from 1904, and not from 1900. */
export type Book = { sheets: BookSheet[]; isFrom1904: boolean; stringsPath: string; stylesPath: string }

const maxSheets = 1_000

const find = {
  name: makeFinder('name'),
  id: makeFinder('id'),
  relation: makeFinder('Id'),
  type: makeFinder('Type'),
  target: makeFinder('Target'),
  epoch: makeFinder('date1904'),
  state: makeFinder('state'),
}

/** Reads which sheets a workbook has, and where they are. Those that nobody sees are the last. */
export function readBook(archive: Archive): Book {
  const { sheets, strings, styles } = readRelations(archive)
  const named: BookSheet[] = []
  const hidden: BookSheet[] = []
  let isFrom1904 = false
  readXml(archive.read('xl/workbook.xml'), {
    open: (name, getTag) => {
      if (name === 'workbookPr') isFrom1904 = /^(?:1|true|on)$/i.test(find.epoch(getTag()) ?? '')
      if (name !== 'sheet') return
      const path = sheets.get(find.id(getTag()) ?? '')
      const list = /hidden/i.test(find.state(getTag()) ?? '') ? hidden : named
      if (path !== undefined) list.push({ name: unescapeText(find.name(getTag()) ?? ''), path })
      if (named.length + hidden.length > maxSheets)
        throw new InputError(`The workbook has more than ${formatCount(maxSheets)} sheets: ${remedy}`)
    },
  })
  return { sheets: [...named, ...hidden], isFrom1904, stringsPath: strings, stylesPath: styles }
}

/** The paths of the parts. The last word of a type is the same in both standards, "transitional" and "strict". */
function readRelations(archive: Archive) {
  const sheets = new Map<string, string>()
  const paths = { sharedStrings: 'xl/sharedStrings.xml', styles: 'xl/styles.xml' }
  readXml(archive.read('xl/_rels/workbook.xml.rels'), {
    open: (name, getTag) => {
      if (name !== 'Relationship') return
      const tag = getTag()
      const type = find.type(tag)?.split('/').at(-1)
      const target = find.target(tag) ?? ''
      const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`
      if (type === 'worksheet') sheets.set(find.relation(tag) ?? '', path)
      else if (type === 'sharedStrings' || type === 'styles') paths[type] = path
    },
  })
  return { sheets, strings: paths.sharedStrings, styles: paths.styles }
}
