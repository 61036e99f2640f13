import { type Call, listCalls, type OpenApi } from '../open-api'
import { escapeHtml, renderJson, renderMarkdown } from './html'
import { renderOperation } from './operation'
import { renderSchema } from './schema'

/** A guide in Markdown. `name` is that of its file, without the ending. */
export type Guide = { name: string; text: string }

/** The navigation and the content of the reference page: all of it is HTML, so that it can be read at once. */
export function renderReference(document: OpenApi, guides: Guide[]): { navigation: string; content: string } {
  const calls = listCalls(document)
  const groups = document.tags.map((tag) => ({
    ...tag,
    calls: calls.filter(({ operation }) => operation.tags[0] === tag.name),
  }))
  const navigation = [
    renderLinks(
      'Guides',
      guides.map(({ name, text }) => renderLink(name, /^# (.+)$/m.exec(text)?.[1] ?? '')),
    ),
    ...groups.map(({ name, calls }) => renderLinks(name, calls.map(renderCallLink))),
    renderLinks('More', [renderLink('errors', 'Errors'), renderLink('schemas', 'Schemas')]),
  ]
  const content = [
    `<section id="introduction"><h1>${escapeHtml(document.info.title)}</h1>
${renderMarkdown(document.info.description)}</section>`,
    `<section id="guides"><h2>Guides</h2>${guides.map(renderGuide).join('')}</section>`,
    ...groups.map(
      ({ name, description, calls }) => `<section><h2>${escapeHtml(name)}</h2>${renderMarkdown(description)}
${calls.map((call) => renderOperation(call, document)).join('')}</section>`,
    ),
    renderErrors(document),
    renderSchemas(document),
  ]
  return { navigation: navigation.join(''), content: content.join('') }
}

function renderLinks(title: string, links: string[]): string {
  return `<h2>${escapeHtml(title)}</h2><ul>${links.join('')}</ul>`
}

function renderLink(id: string, text: string): string {
  return `<li><a href="#${id}">${escapeHtml(text)}</a></li>`
}

function renderCallLink({ method, path, operation }: Call): string {
  const { operationId, summary } = operation
  return `<li data-text="${escapeHtml(`${method} ${path} ${summary}`.toLowerCase())}"><a href="#${operationId}"><span class="method ${method}">${method}</span> ${escapeHtml(summary)}</a></li>`
}

/** A guide's headings stand two levels below those of its file. Links between guides are links within the page. */
function renderGuide({ name, text }: Guide): string {
  const html = renderMarkdown(text.replaceAll(/\]\((?:\.\/)?(\d[\w-]*)\.md(?:#[\w-]+)?\)/g, '](#$1)'))
    .replaceAll(/<(\/?)h([123])>/g, (_, slash, level) => `<${slash}h${Number(level) + 2}>`)
    .replaceAll('<pre>', '<pre tabindex="0">')
  return `<article id="${name}">${html}</article>`
}

function renderErrors({ components }: OpenApi): string {
  // A new code has an example once `npm run openapi` has met it.
  const examples = Object.entries(components.examples).filter(([, { value }]) => value !== undefined)
  return `<section id="errors"><h2>Errors</h2>${examples
    .map(([code, { value }]) => `<details><summary>${code}</summary>${renderJson(`Error ${code}`, value)}</details>`)
    .join('')}</section>`
}

function renderSchemas({ components }: OpenApi): string {
  return `<section id="schemas"><h2>Schemas</h2>${Object.entries(components.schemas)
    .map(
      ([name, schema]) => `<details id="schema-${name}"><summary>${name}</summary>
${renderMarkdown(schema.description ?? '')}${renderSchema(schema)}</details>`,
    )
    .join('')}</section>`
}
