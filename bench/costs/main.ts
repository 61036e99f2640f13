import { readFileSync, writeFileSync } from 'node:fs'
import { synthesize } from '../../local/synthesis'
import { synthesized } from '../../test/support/stack'
import { formatCosts, replaceCosts } from './page'
import { drawPlots } from './plots'
import { readStackParts } from './stack-parts'

// npm run costs: computes what a stack is billed for, as tables and plots. It reads bench/RESULTS.md and the stack,
// writes the plots to docs/, and replaces the tables in docs/costs.md between their marks.

async function main(): Promise<void> {
  await synthesize({ outdir: synthesized, context: [], report: (text) => console.error(text) })
  const parts = readStackParts()
  const costs = formatCosts(parts)
  const { cost, latency } = drawPlots(parts)
  const page = 'docs/costs.md'
  writeFileSync(page, replaceCosts(readFileSync(page, 'utf8'), costs))
  writeFileSync('docs/cost.svg', cost)
  writeFileSync('docs/latency.svg', latency)
  console.log(costs)
}

void main()
