import { readFileSync, writeFileSync } from 'node:fs'
import { drawPlots } from './plots'
import { formatCosts, replaceCosts } from './readme'
import { readStackParts } from './stack-parts'

// Computes what a stack is billed for, as tables and plots. It reads bench/RESULTS.md and the stack, writes the plots to docs/, and replaces the tables in the README between their marks.

const parts = readStackParts()
const costs = formatCosts(parts)
const { cost, latency } = drawPlots(parts)
writeFileSync('README.md', replaceCosts(readFileSync('README.md', 'utf8'), costs))
writeFileSync('docs/cost.svg', cost)
writeFileSync('docs/latency.svg', latency)
console.log(costs)
