import { readFileSync } from 'node:fs'
import { findBreakingChanges } from '../../openapi/compatibility'
import { describeApi } from '../../openapi/document'
import { type Examples, examples, examplesFile } from '../../openapi/examples'
import { formatJson } from '../../openapi/format'
import { publishedFile, releasedFile } from '../../openapi/published'
import { normalizeExamples, recordExamples } from '../support/examples/record'
import { rehearse } from '../support/rehearse'
import { readTestStack } from '../support/stack'

const read = (file: string) => readFileSync(file, 'utf8')

test('the document is the one that the routes describe: else run npm run openapi', () => {
  expect(`${formatJson(describeApi())}\n` === read(publishedFile)).toBe(true)
})

test('every client of the last release can use this one', () => {
  expect(findBreakingChanges(JSON.parse(read(releasedFile)), describeApi())).toEqual([])
})

rehearse('the examples are what the service answers: else run npm run openapi', async () => {
  const recorded = await recordExamples(readTestStack())
  expect(normalizeExamples(recorded)).toEqual(normalizeExamples(JSON.parse(read(examplesFile)) as Examples))
})

test('examples without their ids keep which ids are equal', () => {
  const id = (end: string) => `itm_${end.padStart(26, '0')}`
  const withIds = (...ids: string[]) => ({ operations: {}, dryRuns: {}, problems: { ids } })
  expect(normalizeExamples(withIds(id('A'), id('B'), id('A')))).toEqual(
    normalizeExamples(withIds(id('C'), id('D'), id('C'))),
  )
  expect(normalizeExamples(withIds(id('A'), id('A')))).not.toEqual(normalizeExamples(withIds(id('A'), id('B'))))
})

test('every operation and every error has an example', () => {
  const document = JSON.stringify(describeApi())
  const { operations, dryRuns, problems } = examples
  for (const { reply } of [...Object.values(operations), ...Object.values(dryRuns)])
    if (reply !== undefined) expect(document).toContain(JSON.stringify(reply))
  const codes = new Set(document.match(/#\/components\/examples\/\w+/g)?.map((name) => name.split('/')[3]))
  expect([...codes].sort()).toEqual(Object.keys(problems).sort())
})
