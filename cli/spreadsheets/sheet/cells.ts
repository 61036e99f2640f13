// A spreadsheet runs a cell that begins with one of these characters as a formula: see OWASP, "CSV Injection". An
// apostrophe in front makes it a text. A text that begins with apostrophes before such a character gets one as well, so
// that reading always takes off exactly what writing put in front.
const formula = /^'*[=+\-@\t\r＝＋－＠]/
const neutralized = /^'+[=+\-@\t\r＝＋－＠]/

/** The text of a cell that no spreadsheet runs. `readCell` reverses it. */
export function writeCell(text: string): string {
  return formula.test(text) ? `'${text}` : text
}

export function readCell(cell: string): string {
  return neutralized.test(cell) ? cell.slice(1) : cell
}
