import { readElements } from './element-string'
import { readGtin, shortenGtin } from './gtin'

/**
 * What a code may mean. `text`: to be shown, and to be kept as a barcode; empty where there was no code. `names`: what
 * an item may have as its barcode or its SKU, the most likely first. `gtin`: with 14 digits, or null: an item may have
 * any spelling of it. `itemId`: where the code is the dashboard's address of an item, else null.
 */
export type Code = { text: string; names: string[]; gtin: string | null; itemId: string | null }

// Control characters are read as their pictures, such as ␝ for the separator of GS1: some programs paste those.

/** STX, ETX, EOT and the end of a line. A scanner that is set up wrongly spells the end with a backslash. */
const frame = /^[\s␂]+|(?:[\s␃␄␉␊␍]|\\[nrt])+$/g
/** What kind of bars they were. Source: ISO/IEC 15424. */
const symbology = /^\][A-Za-z]\d/

/** Reads a code as scanners send it, hands type it and labels show it. Any other text is a code as it stands. */
export function readCode(raw: string): Code {
  const sent = raw.replace(/\p{Cc}/gu, (control) => String.fromCharCode(0x2400 + (control.charCodeAt(0) & 0x1f)))
  const code = sent.replace(frame, '').replace(symbology, '').replace(/^␝/, '')
  return readAddress(code) ?? readMessage(code) ?? readFields(code) ?? readPlain(code)
}

/** True for the item that the code may mean. */
export function isNamed(
  { names, gtin, itemId }: Code,
  item: { id: string; sku: string; barcode: string | null },
): boolean {
  const own = [item.barcode, item.sku].filter((text) => text !== null)
  return item.id === itemId || own.some((text) => names.includes(text) || (gtin !== null && readGtin(text) === gtin))
}

/** Of whatever host: a label outlives the host on which it was printed. */
const itemAddress = /^https?:\/\/[^/\s]+(?:\/[^\s?#]*)?\/dashboard\/items\/itm_([0-9A-Z]{26})(?:[?#]\S*)?$/i
/** Source: GS1 Digital Link, 4: the number of a trade item in an address. */
const tradeAddress = /^https?:\/\/[^/\s]+(?:\/[^\s?#]*)?\/01\/(\d{8,14})(?:[/?#]\S*)?$/i

function readAddress(code: string): Code | null {
  const ulid = itemAddress.exec(code)?.[1]
  if (ulid !== undefined) return { text: code, names: [], gtin: null, itemId: `itm_${ulid.toUpperCase()}` }
  const gtin = readGtin(tradeAddress.exec(code)?.[1] ?? '')
  return gtin === null ? null : nameGtin(gtin, [code])
}

/** Of what a distributor puts on a bag: the part numbers of supplier and customer. Source: ISO/IEC 15434, 15418. */
const partNumber = /^(?:1P|30P|31P|P)(.+)$/

/** `[)>`, RS, the format `06`, and fields with GS between them. The format `05` holds fields of GS1. */
function readMessage(code: string): Code | null {
  const [, format, body = ''] = /^\[\)>\s*␞?(05|06)␝(.*)$/.exec(code) ?? []
  const fields = body.replace(/[␞␄\s]+$/, '').split('␝')
  if (format === '05') return readFields(fields.join('␝'))
  const names = fields.flatMap((field) => partNumber.exec(field)?.[1]?.trim() ?? [])
  const [text] = names
  return text === undefined ? null : { text, names: names.filter(isName), gtin: null, itemId: null }
}

/** Identifiers of the number of a trade item, of one that a box contains, and of names that its maker has for it. */
const [ofTrade, ofContent, ...ofMaker] = ['01', '02', '240', '241'] as const

/** Plain digits may be fields or one number: they are fields where a trade item's number is in front. */
function readFields(code: string): Code | null {
  const fields = readElements(code)
  const gtin = readGtin(fields?.get(ofTrade) ?? fields?.get(ofContent) ?? '')
  if (!fields || gtin === null) return null
  return nameGtin(gtin, [code, ...ofMaker.flatMap((name) => fields.get(name) ?? [])])
}

function nameGtin(gtin: string, names: string[]): Code {
  return { text: shortenGtin(gtin), names: names.filter(isName), gtin, itemId: null }
}

function readPlain(code: string): Code {
  const text = code.replace(invisible, ' ').trim()
  return { text, names: [text].filter(isName), gtin: readGtin(text), itemId: null }
}

/** No item has such characters in its codes. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2400-\u241f\u2800]+/gu
const maxLength = 100

/** Whether an item may have this code: the service refuses to look for another. */
function isName(text: string): boolean {
  return text !== '' && text.length <= maxLength && text.isWellFormed() && text.replace(invisible, '') === text
}
