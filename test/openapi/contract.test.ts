import { describeApi } from '../../openapi/document'
import { AnswerCheck } from '../support/contract/answers'
import { type Contract, readContract } from '../support/contract/document'
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
const startSmall = () =>
  startTestService(readTestStack(), { workersPerFunction: 1, signIn: { port: 0, mailDir: null } })

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
    expect(Math.min(...report.listCounts())).toBeGreaterThan(requests / 150)
  }),
  3_600_000,
)

describe('a fault is found', () => {
  type Json = { [key: string]: Json }

  /** The contract of an operation, in a document that differs from the one of the service. */
  function alter(id: string, change: (schemas: Json, paths: Json) => void = () => {}): Contract {
    const document = structuredClone(describeApi()) as unknown as { components: { schemas: Json }; paths: Json }
    change(document.components.schemas, document.paths)
    const { operations, schemas } = readContract(document)
    return { schemas, operations: operations.filter((each) => each.id === id) }
  }

  const withLimit = (maximum: number) =>
    alter('list-items', (_, paths) => {
      const parameters = Object.values(paths['/items']?.get?.parameters ?? {})
      const limit = parameters.find(({ name }) => String(name) === 'limit')
      Object.assign(limit?.schema ?? {}, { maximum })
    })
  const withLength = (maxLength: number) =>
    alter('create-item', ({ CreateItem }) => Object.assign(CreateItem?.properties?.name ?? {}, { maxLength }))
  const withColour = alter('get-item', ({ Item }) => {
    Object.assign(Item?.properties ?? {}, { colour: { type: 'string' } })
    Object.assign(Item ?? {}, { required: ['colour'] })
  })
  const withoutBarcode = alter('get-item', ({ Item }) => {
    delete Item?.properties?.barcode
    Object.assign(Item ?? {}, { required: [] })
  })
  const without201 = alter('create-item', (_, paths) => delete paths['/items']?.post?.responses?.['201'])
  const withOtherCode = alter('get-item')
  const { codes } = withOtherCode.operations[0]?.answers.get(404) ?? {}
  codes?.clear()
  codes?.add('not_found')

  rehearse.each<[string, Contract, fault: string]>([
    [
      'a reply has a field without a schema',
      withoutBarcode,
      'get-item: the body: it must NOT have additional properties',
    ],
    ['a reply lacks a field', withColour, "must have required property 'colour'"],
    ['a status is not documented', without201, 'the document has no 201 of create-item'],
    ['an error code is not documented', withOtherCode, 'the document has no item_not_found of this 404'],
    ['the limit of a list is 101 in the document', withLimit(101), 'the document allows it'],
    ['the limit of a list is 99 in the document', withLimit(99), 'the document forbids it'],
    ['a name may have 201 characters in the document', withLength(201), 'the document allows it'],
    ['a name may have 199 characters in the document', withLength(199), 'the document forbids it'],
  ])('where %s', async (_, altered, fault) => {
    const options = { requests: 2_000, companies, seed: chooseSeed(), enough: 1 }
    expect(join((await runContract(altered, service, options)).faults)).toContain(fault)
  })

  test('where an answer has another header, or lacks one, or has no body', () => {
    const operation = contract.operations.find(({ id }) => id === 'get-item')
    if (!operation) throw new Error('get-item is not in the document')
    const headers = { 'content-type': 'application/json', 'x-request-id': '1', 'x-debug': '1' }
    const limits = { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '-1' }
    const answer = { status: 404, headers: { ...headers, ...limits }, text: '' }
    expect(new AnswerCheck(contract).listFaults(operation, answer)).toEqual([
      'the header x-ratelimit-reset is missing',
      'the document has no header x-debug',
      expect.stringContaining("the header x-ratelimit-remaining is '-1'"),
      expect.stringContaining('the body'),
    ])
  })
})
