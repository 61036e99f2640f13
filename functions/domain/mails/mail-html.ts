// HTML as mail clients understand it: tables, and styles at each element. test/domain/alert-mail.test.ts checks it.

const face = 'font-family: Arial, Helvetica, sans-serif; font-size: 15px; line-height: 22px'
const font = `${face}; color: #1f2933`
const cell = `${font}; padding: 8px 12px; border-bottom: 1px solid #d9dee3; text-align: left`
const numbers = cell.replace('left', 'right')

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}

/** The texts of `headers` and `rows` are escaped here. The first two columns are texts, the others numbers. */
export function formatTable(headers: string[], rows: string[][]): string {
  const style = (column: number) => (column < 2 ? cell : numbers)
  const head = headers.map((text, column) => `<th style="${style(column)}">${escapeHtml(text)}</th>`).join('')
  const body = rows.map(
    (row) => `<tr>${row.map((text, column) => `<td style="${style(column)}">${escapeHtml(text)}</td>`).join('')}</tr>`,
  )
  const table = '<table width="100%" cellpadding="0" cellspacing="0" border="0">'
  return `${table}\n<tr>${head}</tr>\n${body.join('\n')}\n</table>`
}

export function formatButton(text: string, url: string): string {
  const style = `${face}; color: #ffffff; background-color: #1864ab; padding: 10px 18px; text-decoration: none`
  return `<p><a href="${escapeHtml(url)}" style="${style}">${escapeHtml(text)}</a></p>`
}

/**
 * `title` is a text; the rest is HTML. It has no `<body>`, which apps of Outlook drop: its styles would be gone. And no
 * table for the layout: the only one is that of the items, as screen readers tell it.
 */
export function formatMailPage(page: { title: string; intro: string; content: string[]; footer: string }): string {
  const title = escapeHtml(page.title)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
</head>
<div style="${font}">
<h1 style="font-size: 20px; line-height: 28px">${title}</h1>
<p>${page.intro}</p>
${page.content.join('\n')}
<p style="font-size: 13px; color: #52606d">${page.footer}</p>
</div>
</html>
`
}
