import { marked } from 'marked'

const entities: { [character: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character)
}

export function renderMarkdown(text: string): string {
  const html = marked.parse(text, { async: false })
  return html.replaceAll('<table>', '<div class="scroll" tabindex="0"><table>').replaceAll('</table>', '</table></div>')
}

/** A part of code that can be scrolled by keyboard, and copied. `label` names both for screen readers. */
export function renderCode(label: string, code: string): string {
  const name = escapeHtml(label)
  return `<div class="code"><button type="button" class="copy" aria-label="Copy: ${name}">Copy</button>
<pre tabindex="0" role="group" aria-label="${name}"><code>${escapeHtml(code)}</code></pre></div>`
}

export function renderJson(label: string, value: unknown): string {
  return renderCode(label, JSON.stringify(value, null, 2))
}
