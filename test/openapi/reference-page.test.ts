import { describeApi } from '../../openapi/document'
import { listCalls, type OpenApi } from '../../openapi/open-api'
import { renderReference } from '../../openapi/reference-page/render'
import { readGuides } from '../../openapi/reference-page/write'

const document = describeApi() as OpenApi
const { navigation, content } = renderReference(document, readGuides())
const calls = listCalls(document)

/** The part of the page that an operation has. */
function findPart(id: string): string {
  return content.split('<section class="operation" ').find((part) => part.startsWith(`id="${id}"`)) ?? ''
}
const list = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found)

test('the page has each heading of each guide', () => {
  const headings = readGuides().flatMap(({ text }) => list(text.replaceAll(/^```[\s\S]*?^```/gm, ''), /^#+ (.+)$/gm))
  expect(headings.length).toBeGreaterThan(20)
  const shown = list(content, /<h[345]>([\s\S]*?)<\/h/g).map((heading) => heading?.replaceAll(/<[^>]+>/g, ''))
  for (const heading of headings) expect(shown).toContain(heading?.replaceAll('`', '').replaceAll("'", '&#39;'))
})

test.each(calls)('$operation.operationId is on the page: a bare call, and examples with our client', (call) => {
  const id = call.operation.operationId
  expect(navigation).toContain(`href="#${id}"`)
  const part = findPart(id)
  expect(part).toContain(' aria-label="Send: ')
  expect(part.match(/<input[^>]* value=/)).toBeNull()
  expect(part).toContain("from 'inventory-client'")
  for (const key of ['Idempotency-Key: $(uuidgen)', 'idempotencyKey: crypto.randomUUID()', 'str(uuid.uuid4())'])
    expect([key, part.includes(key)]).toEqual([key, call.method !== 'GET'])
})

test('what was made stands before what a dry run tells', () => {
  const statuses = list(findPart('create-transactions'), /<summary>(\d+)<\/summary>/g)
  expect(statuses.slice(0, 3)).toEqual(['201', '200', '400'])
})

test('code can be reached by keyboard, and each copy button has a name of its own', () => {
  expect(list(content, /<pre(?! tabindex="0")(.*?)>/g)).toEqual([])
  const names = list(content, /class="copy" aria-label="(.*?)"/g)
  expect(new Set(names).size).toBe(names.length)
  expect(names).not.toContain('')
})

test('every link within the page leads somewhere', () => {
  const ids = new Set(list(content, / id="(.*?)"/g))
  const links = list(navigation + content, /href="(?:\/v1\/docs)?#(.*?)"/g)
  expect(links.filter((link) => link !== undefined && !ids.has(link))).toEqual([])
})
