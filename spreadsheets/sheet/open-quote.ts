/** The line of the quotation mark that opens a cell and is not closed, as the parser reads it. Null where all are. */
export function findOpenQuote(content: string, separator: string): number | null {
  for (let at = 0; at < content.length; at = skipCell(content, at, separator)) {
    if (content[at] !== '"') continue
    const closing = findClosing(content, at + 1)
    if (closing === -1) return content.slice(0, at).split('\n').length
    at = closing
  }
  return null
}

/** The beginning of the cell behind that in which `at` is. */
function skipCell(content: string, from: number, separator: string): number {
  let at = from
  while (at < content.length && content[at] !== separator && content[at] !== '\n') at++
  return at + 1
}

/** Two quotation marks within a cell stand for one. */
function findClosing(content: string, from: number): number {
  let at = content.indexOf('"', from)
  while (at !== -1 && content[at + 1] === '"') at = content.indexOf('"', at + 2)
  return at
}
