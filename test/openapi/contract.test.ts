import { describeApi } from '../../openapi/document'
import { listFaultsOfAnswer, Validation } from '../support/contract/answers'
import { readContract } from '../support/contract/document'
import { runContract } from '../support/contract/run'
import { rehearse } from '../support/rehearse'
import { chooseSeed } from '../support/seed'
import { startTestService, useService } from '../support/service'
import { chooseRuns, chooseSize } from '../support/size'
import { inEverySlice } from '../support/slices'
import { readTestStack } from '../support/stack'

/**
 * A thread takes some 20 MB, and the shared service starts four of each function: 100 in the end, with 2.4 GB. One of
 * each does here, and ends with the file.
 */
const startSmall = () => startTestService(readTestStack(), { workersPerFunction: 1, signIn: { port: 0 } })

const service = useService(chooseSize({ quick: undefined, thorough: startSmall }))
const companies = 8
const contract = readContract(describeApi())
const join = (faults: Map<string, string>) => [...faults.values()].join('\n\n')

rehearse(
  'whatever is sent, the answer is what the document says',
  inEverySlice(async () => {
    const requests = Number(process.env.CONTRACT_REQUESTS ?? chooseRuns({ slice: 1_000, thorough: 10_000 }))
    const report = await runContract(contract, service, { requests, companies, seed: chooseSeed() })
    expect(join(report.faults)).toBe('')
    expect(report.listUnseen()).toEqual([])
    expect(Math.min(...report.counts.values())).toBeGreaterThan(requests / 150)
  }),
  3_600_000,
)

// biome-ignore lint/suspicious/noExplicitAny: parts of a document
type Any = any

describe('a fault is found', () => {
  const limit = ({ components }: Any) => components.parameters.limit.schema
  const name = ({ components }: Any) => components.schemas.CreateItem.properties.name
  const hideBarcode = ({ components: { schemas } }: Any) => {
    delete schemas.Item.properties.barcode
    schemas.Item.required = []
  }
  const demandColour = ({ components: { schemas } }: Any) => {
    schemas.Item.properties.colour = { type: 'string' }
    schemas.Item.required = ['colour']
  }
  const hide201 = ({ paths }: Any) => delete paths['/items'].post.responses[201]
  const renameCode = ({ components: { responses } }: Any) => (responses.ItemNotFound.description = '- `not_found`')
  const [allows, forbids] = ['the document allows it', 'the document forbids it']

  rehearse.each<[what: string, only: string, change: (document: Any) => unknown, fault: string]>([
    ['a reply has a field without a schema', 'get-item', hideBarcode, 'it must NOT have additional properties'],
    ['a reply lacks a field', 'get-item', demandColour, "must have required property 'colour'"],
    ['a status is not documented', 'create-item', hide201, 'the document has no 201 of create-item'],
    ['an error code is not documented', 'get-item', renameCode, 'the document has no item_not_found of this 404'],
    ['the limit of a list is 101 in the document', 'list-items', (now) => (limit(now).maximum = 101), allows],
    ['the limit of a list is 99 in the document', 'list-items', (now) => (limit(now).maximum = 99), forbids],
    ['a name may have 201 characters in the document', 'create-item', (now) => (name(now).maxLength = 201), allows],
    ['a name may have 199 characters in the document', 'create-item', (now) => (name(now).maxLength = 199), forbids],
  ])('where %s', async (_, only, change, fault) => {
    const document = structuredClone(describeApi())
    change(document)
    const options = { requests: 2_000, companies, seed: chooseSeed(), enough: 1, only }
    expect(join((await runContract(readContract(document), service, options)).faults)).toContain(fault)
  })

  test('where an answer has another header, or lacks one, or has no body', () => {
    const operation = contract.operations.find(({ id }) => id === 'get-item')
    if (!operation) throw new Error('get-item is not in the document')
    const headers = { 'content-type': 'application/json', 'x-request-id': '1', 'x-debug': '1' }
    const limits = { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '-1' }
    const kept = { 'cache-control': 'public', 'x-content-type-options': 'nosniff' }
    const answer = { status: 404, headers: { ...headers, ...limits, ...kept }, text: '' }
    expect(listFaultsOfAnswer(operation, answer, new Validation(contract))).toEqual([
      'the header x-ratelimit-reset is missing',
      "the header cache-control is 'public', not 'no-store'",
      'the document has no header x-debug',
      expect.stringContaining("the header x-ratelimit-remaining is '-1'"),
      expect.stringContaining('the body'),
    ])
  })
})
