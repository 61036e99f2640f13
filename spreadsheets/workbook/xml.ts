/**
 * What is done with the elements of a part. Names come without their prefix. A tag, and a text between two tags, is
 * made when it is asked for: most of them are not looked at.
 */
type XmlReader = {
  open: (name: string, getTag: () => string) => void
  close?: (name: string) => void
  text?: (getText: () => string) => void
}

/** A text between `at` and `from`, and the tag behind it. */
type Place = { xml: string; at: number; from: number; end: number }

/** No tag and no text of a workbook is longer, in characters: each is looked at again while its end is awaited. */
const maxLength = 1024 * 1024

/** Reads XML that comes in pieces, in linear time. Throws where it ends early, or has a document type. */
export function readXml(pieces: Iterable<string>, reader: XmlReader): void {
  const place = { xml: '', at: 0, from: 0, end: 0 }
  const getTag = () => place.xml.slice(place.from, place.end)
  const getText = () => decodeText(place.xml.slice(place.at, place.from))
  let depth = 0
  for (const piece of pieces) {
    for (place.xml = place.xml.slice(place.at) + piece, place.at = 0; findTag(place); place.at = place.end) {
      if (place.from > place.at) reader.text?.(getText)
      depth += readTag(place, reader, getTag)
    }
    if (place.xml.length - place.at > maxLength) throw new Error('a tag or text is too long')
  }
  if (depth !== 0 || place.xml.slice(place.at).trim() !== '') throw new Error('the part ends early')
}

/** False where the next tag is not whole yet. */
function findTag(place: Place): boolean {
  place.from = place.xml.indexOf('<', place.at)
  place.end = place.from === -1 ? -1 : findEnd(place.xml, place.from)
  return place.end !== -1
}

const [exclamation, question, slash, greater, double, single, colon] = [0x21, 0x3f, 0x2f, 0x3e, 0x22, 0x27, 0x3a]
const cdata = '<![CDATA['
const comment = '<!--'

function findEnd(xml: string, from: number): number {
  const first = xml.charCodeAt(from + 1)
  if (first === question) return findBehind(xml, '?>', from)
  if (first !== exclamation) return findTagEnd(xml, from)
  if (xml.startsWith(cdata, from)) return findBehind(xml, ']]>', from)
  return xml.startsWith(comment, from) ? findBehind(xml, '-->', from + comment.length) : findTagEnd(xml, from)
}

function findBehind(xml: string, end: string, from: number): number {
  const at = xml.indexOf(end, from)
  return at === -1 ? -1 : at + end.length
}

/** A value in quotation marks may have the character that ends a tag. */
function findTagEnd(xml: string, from: number): number {
  for (let at = from + 1; at < xml.length; at++) {
    const code = xml.charCodeAt(at)
    if (code === greater) return at + 1
    if (code !== double && code !== single) continue
    at = xml.indexOf(code === double ? '"' : "'", at + 1)
    if (at === -1) return -1
  }
  return -1
}

/** What the tag adds to the depth. */
function readTag({ xml, from, end }: Place, reader: XmlReader, getTag: () => string): number {
  const first = xml.charCodeAt(from + 1)
  if (first === slash) {
    reader.close?.(nameTag(xml, from + 2))
    return -1
  }
  if (first === question) return 0
  if (first === exclamation) {
    readDeclaration(getTag(), reader)
    return 0
  }
  const name = nameTag(xml, from + 1)
  reader.open(name, getTag)
  if (xml.charCodeAt(end - 2) !== slash) return 1
  reader.close?.(name)
  return 0
}

/** A document type could define entities that grow without bounds. No program writes one. */
function readDeclaration(tag: string, reader: XmlReader): void {
  if (tag.startsWith(cdata)) reader.text?.(() => tag.slice(cdata.length, -3))
  else if (!tag.startsWith(comment)) throw new Error('a workbook has no document type')
}

/** `c` for `<c r="A1">`, and for `<x:c r="A1">`. */
function nameTag(xml: string, from: number): string {
  let [begin, end] = [from, from]
  for (let code = xml.charCodeAt(end); code > 0x20 && code !== slash && code !== greater; code = xml.charCodeAt(end)) {
    end++
    if (code === colon) begin = end
  }
  return xml.slice(begin, end)
}

/** Makes what finds an attribute in a tag by its name, with a prefix or without. Null where the tag has none. */
export function makeFinder(name: string): (tag: string) => string | null {
  const pattern = new RegExp(`\\s(?:[\\w.-]+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
  return (tag) => {
    const match = pattern.exec(tag)
    return match && decodeText(match[1] ?? match[2] ?? '')
  }
}

const letters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decodeText(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(\w{2,4}));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return letters[name] ?? whole
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })
}

/** Is called with the tag of an element, with its text, and with whether there is an `f` in it: a formula. */
type Take = (tag: string, text: string, hasFormula: boolean) => void

/** Reads the elements of a name. The text of one is that of its `v`, or of each `t` that is no reading of it. */
export function readTexts(pieces: Iterable<string>, name: string, take: Take): void {
  let [tag, all] = ['', '']
  let [isText, isReading, hasFormula] = [false, false, false]
  readXml(pieces, {
    open: (opened, getTag) => {
      if (opened === name) [tag, all, hasFormula] = [getTag(), '', false]
      else if (opened === 'f') hasFormula = true
      else if (opened === 'rPh') isReading = true
      else if (opened === 'v' || opened === 't') isText = !isReading
    },
    close: (closed) => {
      if (closed === name) take(tag, all, hasFormula)
      else if (closed === 'rPh') isReading = false
      else if (closed === 'v' || closed === 't') isText = false
    },
    text: (getText) => {
      if (isText) all += getText()
    },
  })
}

/** A workbook writes characters that XML cannot have as `_x000D_`. */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([\dA-Fa-f]{4})_/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
}
