export const money = (dollars: number) =>
  `$${dollars < 10 ? dollars.toFixed(2) : Math.round(dollars).toLocaleString('en')}`

type Alignment = 'left' | 'right'

/** A table of Markdown. The first row has the titles; all columns but the first `left` ones are numbers. */
export function formatTable([titles = [], ...rows]: string[][], left = 1): string {
  const alignments = titles.map((_, index): Alignment => (index < left ? 'left' : 'right'))
  const rule = alignments.map((alignment) => (alignment === 'left' ? '---' : '---:'))
  return [titles, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const width = 120

/** A paragraph in lines of at most 120 characters. */
export function fill(text: string): string {
  const lines = ['']
  for (const word of text.split(/\s+/)) {
    const longer = `${lines.at(-1)} ${word}`.trim()
    if (longer.length <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines.join('\n')
}
