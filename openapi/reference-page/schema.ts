import { nameReference, type Schema } from './document'
import { escapeHtml, renderMarkdown } from './html'

/** The fields of a schema, or of each of its variants. Named schemas are links to the part that has them. */
export function renderSchema(schema: Schema): string {
  if (schema.$ref) return `<p>${nameType(schema)}</p>`
  const variants = listVariants(schema)
  if (variants.length > 1)
    return `<p>One of:</p>${variants
      .map(
        (each) =>
          `<div class="variant"><p><strong>${nameVariant(each)}</strong></p>${each.$ref ? '' : renderSchema(each)}</div>`,
      )
      .join('')}`
  const only = variants[0] ?? schema
  const { properties, required = [] } = only
  if (!properties) return only.items ? renderSchema(only.items) : ''
  const fields = Object.entries(properties).map(([name, field]) => renderField(name, field, required.includes(name)))
  return `<dl>${fields.join('')}</dl>`
}

export function renderField(name: string, schema: Schema, required: boolean): string {
  const must = required ? ' <strong>required</strong>' : ''
  const nested = isNested(schema) ? renderSchema(schema) : ''
  return `<dt><code>${escapeHtml(name)}</code> <span class="type">${nameType(schema)}</span>${must}</dt>
<dd>${renderMarkdown(schema.description ?? '')}${describeBounds(schema)}${nested}</dd>`
}

function listVariants({ anyOf, oneOf }: Schema): Schema[] {
  return (anyOf ?? oneOf ?? []).filter(({ type }) => type !== 'null')
}

function isNested(schema: Schema): boolean {
  const [first, ...more] = listVariants(schema)
  if (first) return more.length > 0 ? [first, ...more].some((each) => each.properties) : isNested(first)
  return schema.properties !== undefined || (schema.items !== undefined && isNested(schema.items))
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

/** A name of its own, or what tells it from the others: the values of its type, or the fields that it must have. */
function nameVariant(schema: Schema): string {
  if (schema.$ref) return nameType(schema)
  if (schema.title) return escapeHtml(schema.title)
  const type = schema.properties?.type
  const words = type?.enum ?? (type?.const === undefined ? [] : [type.const])
  if (words.length > 0) return `<code>type</code>: ${words.map((word) => escapeHtml(String(word))).join(', ')}`
  const required = schema.required ?? []
  if (required.length > 0) return `With ${required.map((name) => `<code>${escapeHtml(name)}</code>`).join(', ')}`
  return listVariants(schema).length > 0 ? 'One at a time' : nameType(schema)
}

function describeBounds(schema: Schema): string {
  const bounds = [schema, ...listVariants(schema)].flatMap((each) => [
    ...(each.enum ? [`one of ${each.enum.map((word) => `<code>${escapeHtml(String(word))}</code>`).join(', ')}`] : []),
    ...describeRange('from', each.minimum, each.maximum, ''),
    ...describeRange('from', each.minLength, each.maxLength, ' characters'),
    ...describeRange('from', each.minItems, each.maxItems, ' rows'),
  ])
  const given = schema.default
  if (given !== undefined && given !== null) bounds.push(`default <code>${escapeHtml(JSON.stringify(given))}</code>`)
  return bounds.length > 0 ? `<p class="bounds">${bounds.join('; ')}</p>` : ''
}

function describeRange(word: string, from: number | undefined, to: number | undefined, unit: string): string[] {
  if (from !== undefined && to !== undefined) return [`${word} ${from} to ${to}${unit}`]
  if (from !== undefined) return [`at least ${from}${unit}`]
  return to === undefined ? [] : [`at most ${to}${unit}`]
}
