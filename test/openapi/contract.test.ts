import { describeApi } from '../../openapi/document'
import { AnswerCheck } from '../support/contract/answers'
import { type Contract, readContract } from '../support/contract/document'
import { chooseRequests, runContract } from '../support/contract/run'
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
    const requests = chooseRequests(chooseRuns({ slice: 1_000, thorough: 10_000 }))
    const report = await runContract(contract, service, { requests, companies, seed: chooseSeed() })
    expect(join(report.faults)).toBe('')
    expect(report.listUnseen()).toEqual([])
    expect(Math.min(...report.listCounts())).toBeGreaterThan(requests / 150)
  }),
  3_600_000,
)

describe('a fault is found', () => {
  type Json = { [key: string]: Json }

  /** The contract of a few operations, in a document that differs from the one of the service. */
  function alter(operations: string[], change: (schemas: Json, paths: Json) => void): Contract {
    const document = structuredClone(describeApi()) as unknown as { components: { schemas: Json }; paths: Json }
    change(document.components.schemas, document.paths)
    const { operations: all, schemas } = readContract(document)
    return { schemas, operations: all.filter(({ id }) => operations.includes(id)) }
  }

  const run = async (altered: Contract) =>
    join((await runContract(altered, service, { requests: 2_000, companies, seed: chooseSeed(), enough: 1 })).faults)
  const setLimit = (paths: Json, maximum: number) => {
    const parameters = Object.values(paths['/items']?.get?.parameters ?? {})
    const limit = parameters.find(({ name }) => String(name) === 'limit')
    Object.assign(limit?.schema ?? {}, { maximum })
  }
  const setLength = ({ CreateItem }: Json, maxLength: number) =>
    Object.assign(CreateItem?.properties?.name ?? {}, { maxLength })

  rehearse('where a reply has a field without a schema', async () => {
    const altered = alter(['get-item'], ({ Item }) => {
      delete Item?.properties?.barcode
      Object.assign(Item ?? {}, { required: [] })
    })
    expect(await run(altered)).toContain('get-item: the body: it must NOT have additional properties')
  })

  rehearse('where a reply lacks a field', async () => {
    const altered = alter(['get-item'], ({ Item }) => {
      Object.assign(Item?.properties ?? {}, { colour: { type: 'string' } })
      Object.assign(Item ?? {}, { required: ['colour'] })
    })
    expect(await run(altered)).toContain("must have required property 'colour'")
  })

  rehearse('where a status is not documented', async () => {
    const altered = alter(['create-item'], (_, paths) => delete paths['/items']?.post?.responses?.['201'])
    expect(await run(altered)).toContain('the document has no 201 of create-item')
  })

  rehearse('where an error code is not documented', async () => {
    const altered = alter(['get-item'], () => {})
    altered.operations[0]?.answers.get(404)?.codes.clear()
    altered.operations[0]?.answers.get(404)?.codes.add('not_found')
    expect(await run(altered)).toContain('the document has no item_not_found of this 404')
  })

  rehearse.each([101, 99])('where the limit of a list is %i in the document', async (maximum) => {
    const altered = alter(['list-items'], (_, paths) => setLimit(paths, maximum))
    expect(await run(altered)).toContain(maximum > 100 ? 'the document allows it' : 'the document forbids it')
  })

  rehearse.each([201, 199])('where a name may have %i characters in the document', async (maxLength) => {
    const altered = alter(['create-item'], (schemas) => void setLength(schemas, maxLength))
    expect(await run(altered)).toContain(maxLength > 200 ? 'the document allows it' : 'the document forbids it')
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
