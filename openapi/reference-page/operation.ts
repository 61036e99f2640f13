import { type Call, nameReference, type OpenApi, type Parameter, sortStatuses } from '../open-api'
import { escapeHtml, renderCode, renderJson, renderMarkdown } from './html'
import { writeSamples } from './samples'
import { renderField, renderSchema } from './schema'

export function renderOperation(call: Call, document: OpenApi): string {
  const { operationId: id, summary, description, parameters = [], requestBody } = call.operation
  const body = requestBody?.content['application/json'].schema
  const fields = parameters.map(({ name, schema, required, ...rest }) =>
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
