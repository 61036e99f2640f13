import { copyFileSync, writeFileSync } from 'node:fs'
import { describeApi } from '../../../openapi/document'
import { examples, examplesFile } from '../../../openapi/examples'
import { runProgram } from '../program'
import { synthesized, synthesizeStack } from '../stack'
import { formatJson } from './format'
import { publishedFile, releasedFile } from './published'
import { normalizeExamples, recordExamples } from './record'

const usage = `npm run openapi [-- --release]

Writes openapi/openapi.json, the document that describes the API. Its examples are taken from a run of the local service:
openapi/examples.json has them, and is written only where more than ids has changed.

  --release   also keeps the document as that of this release: later ones are checked against it`

void runProgram(usage, { release: { type: 'boolean' } }, async ({ release }) => {
  console.log('Building the functions, and playing the story …')
  const recorded = await recordExamples(synthesizeStack(synthesized))
  const isNew = JSON.stringify(normalizeExamples(recorded)) !== JSON.stringify(normalizeExamples(examples))
  if (isNew) writeFileSync(examplesFile, `${formatJson(recorded)}\n`)
  console.log(`${examplesFile}: ${isNew ? 'written' : 'as before'}`)
  if (isNew) Object.assign(examples, recorded)
  writeFileSync(publishedFile, `${formatJson(describeApi())}\n`)
  console.log(`${publishedFile}: written`)
  if (release) copyFileSync(publishedFile, releasedFile)
})
