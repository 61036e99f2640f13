import { readXml } from './xml'

/** Is called with the tag of an element, and with its text. */
type Take = (tag: string, text: string) => void

/** Reads the elements of a name. The text of one is that of its `v`, or of each `t` that is no reading of it. */
export function readTexts(pieces: Iterable<string>, name: string, take: Take): void {
  let [tag, all] = ['', '']
  let [isText, isReading] = [false, false]
  readXml(pieces, {
    open: (opened, getTag) => {
      if (opened === name) [tag, all] = [getTag(), '']
      else if (opened === 'rPh') isReading = true
      else if (opened === 'v' || opened === 't') isText = !isReading
    },
    close: (closed) => {
      if (closed === name) take(tag, all)
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
