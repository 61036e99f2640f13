import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { replaceMarked } from '../marked-part'
import { synthesizeStack } from '../stack'
import { formatCosts } from './page'
import { drawPlots } from './plots'
import { readStackParts } from './stack-parts'

const usage = `npm run bench -- costs

Computes what a stack is billed for, from bench/RESULTS.md and the stack. Writes the plots to docs/, and the tables into docs/costs.md.`

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h', default: false } } })
  if (values.help) {
    console.log(usage)
    return
  }
  await synthesizeStack()
  const parts = readStackParts()
  const costs = formatCosts(parts)
  const { cost, latency } = drawPlots(parts)
  const page = 'docs/costs.md'
  writeFileSync(page, replaceMarked(readFileSync(page, 'utf8'), 'costs', costs))
  writeFileSync('docs/cost.svg', cost)
  writeFileSync('docs/latency.svg', latency)
  console.log(costs)
}

void main()
