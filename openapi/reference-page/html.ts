import { marked } from 'marked'
import { nameReference, type Schema } from '../open-api'

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

/** The fields of a schema. Named schemas are links to the part that has them. */
export function renderSchema(schema: Schema): string {
  if (schema.$ref) return `<p>${nameType(schema)}</p>`
  const { properties, required = [], items } = schema
  if (!properties) return items ? renderSchema(items) : ''
  const fields = Object.entries(properties).map(([name, field]) => renderField(name, field, required.includes(name)))
  return `<dl>${fields.join('')}</dl>`
}

export function renderField(name: string, schema: Schema, required: boolean): string {
  const must = required ? ' <strong>required</strong>' : ''
  const nested = isNested(schema) ? renderSchema(schema) : ''
  return `<dt><code>${escapeHtml(name)}</code> <span class="type">${nameType(schema)}</span>${must}</dt>
<dd>${renderMarkdown(schema.description ?? '')}${describeBounds(schema)}${nested}</dd>`
}

/** Of a value that may be null: the others. */
function listVariants({ anyOf, oneOf }: Schema): Schema[] {
  return (anyOf ?? oneOf ?? []).filter(({ type }) => type !== 'null')
}

function isNested({ properties, items }: Schema): boolean {
  return properties !== undefined || (items !== undefined && isNested(items))
}

function nameType(schema: Schema): string {
  if (schema.$ref) {
    const name = nameReference(schema)
    return `<a href="#schema-${name}">${name}</a>`
  }
  const { anyOf, oneOf, type, items, format } = schema
  if (anyOf || oneOf) return [...new Set((anyOf ?? oneOf ?? []).map(nameType))].join(' or ')
  if (type === 'array' && items) return `list of ${nameType(items)}`
  if (schema.const !== undefined) return escapeHtml(JSON.stringify(schema.const))
  return escapeHtml([[type ?? 'any'].flat().join(' or '), format].filter(Boolean).join(', '))
}

function describeBounds(schema: Schema): string {
  const bounds = [schema, ...listVariants(schema)].flatMap((each) => [
    ...(each.enum ? [`one of ${each.enum.map((word) => `<code>${escapeHtml(String(word))}</code>`).join(', ')}`] : []),
    ...describeRange(each.minimum, each.maximum, ''),
    ...describeRange(each.minLength, each.maxLength, ' characters'),
    ...describeRange(each.minItems, each.maxItems, ' rows'),
  ])
  const given = schema.default
  if (given !== undefined && given !== null) bounds.push(`default <code>${escapeHtml(JSON.stringify(given))}</code>`)
  return bounds.length > 0 ? `<p class="bounds">${bounds.join('; ')}</p>` : ''
}

function describeRange(from: number | undefined, to: number | undefined, unit: string): string[] {
  if (from !== undefined && to !== undefined) return [`from ${from} to ${to}${unit}`]
  if (from !== undefined) return [`at least ${from}${unit}`]
  return to === undefined ? [] : [`at most ${to}${unit}`]
}
