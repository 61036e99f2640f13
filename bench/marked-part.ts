/** Puts `text` between the marks of this name in a page. Throws where there are none. */
export function replaceMarked(page: string, name: string, text: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  if (!page.includes(start) || !page.includes(end)) throw new Error(`the page has no marks for its part '${name}'`)
  const [before, after] = [page.indexOf(start) + start.length, page.indexOf(end)]
  return `${page.slice(0, before)}\n\n${text}\n\n${page.slice(after)}`
}
