import { type Call, listCalls, nameReference, type OpenApi, type Parameter, sortStatuses } from '../open-api'
import { escapeHtml, renderCode, renderField, renderJson, renderMarkdown, renderSchema } from './html'
import { writeSamples } from './samples'

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

function renderOperation(call: Call, document: OpenApi): string {
  const { operationId: id, summary, description, parameters = [], requestBody } = call.operation
  const body = requestBody?.content['application/json'].schema
  const fields = parameters.map(({ name, schema, required = false, ...rest }) =>
    renderField(name, { ...schema, description: `${rest.description} (${rest.in})` }, required),
  )
  return `<section class="operation" id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title">${escapeHtml(summary)}</h3>
<p class="call"><span class="method ${call.method}">${call.method}</span> <code>${escapeHtml(call.path).replaceAll('/', '/<wbr>')}</code></p>
${renderMarkdown(description)}
${Object.entries(writeSamples(call, document))
  .map(([name, code]) => `<div data-language="${name}">${renderCode(`${name}: ${summary}`, code)}</div>`)
  .join('')}
${renderForm(call)}
${fields.length > 0 ? `<details><summary>Parameters</summary><dl>${fields.join('')}</dl></details>` : ''}
${body ? `<details><summary>Body</summary>${renderSchema(body)}</details>` : ''}
<h4>Answers</h4>
${sortStatuses(call.operation.responses)
  .map((status, at) => renderAnswer(call, status, at === 0, document))
  .join('')}
</section>`
}

function renderAnswer({ operation }: Call, status: string, open: boolean, { components }: OpenApi): string {
  const answer = operation.responses[status]
  const described = answer?.$ref ? components.responses[nameReference(answer)] : answer
  const content = described?.content?.['application/json']
  const label = `Answer ${status}: ${operation.summary}`
  const example = content?.example === undefined ? '' : renderJson(label, content.example)
  return `<details${open ? ' open' : ''}><summary>${status}</summary>${renderMarkdown(described?.description ?? '')}
${content ? renderSchema(content.schema) : ''}${example}</details>`
}

/** Nothing but the body is filled in: a bare first call must work. */
function renderForm({ method, path, operation }: Call): string {
  const { operationId: id, parameters = [], requestBody, summary } = operation
  const example = requestBody?.content['application/json'].example
  const body = requestBody
    ? `<label for="${id}-body">Body</label><textarea id="${id}-body" name="body" rows="8" spellcheck="false">${escapeHtml(
        example === undefined ? '' : JSON.stringify(example, null, 2),
      )}</textarea>`
    : ''
  return `<details class="try"><summary>Send a request</summary>
<form data-method="${method}" data-path="${escapeHtml(path)}" aria-label="${escapeHtml(`Send: ${summary}`)}">
${parameters.map((each) => renderInput(id, each)).join('')}${body}
<button type="submit">Send ${method}</button>
<div role="status"></div>${renderCode(`What was answered: ${summary}`, '').replace('class="code"', 'class="code answer" hidden')}
</form></details>`
}

function renderInput(id: string, { name, in: place, required }: Parameter): string {
  const field = `${id}-${name}`
  return `<label for="${field}">${escapeHtml(name)}</label><input id="${field}" name="${escapeHtml(name)}" data-in="${place}"${
    required ? ' required' : ''
  } autocomplete="off">`
}
