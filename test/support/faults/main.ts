import { runProgram } from '../program'
import { takeSample } from '../sample'
import { synthesized, synthesizeStack } from '../stack'
import { type FaultCase, names, startFaultMatrix } from './matrix'

const usage = `npm run faults [-- options]

Runs every route and every job with a fault at each of its calls of DynamoDB. Exit status 1 where something broke.

  --of NAMES    only these routes and jobs, such as create-item,RunRestore
  --kinds TEXT  only the kinds of faults whose name has the text, such as 'for good'
  --pairs       with each, another fault when the request comes again
  --share N     only a part of the cases, such as 0.1
  --seed N      which ones (default: random, and printed)`

const options = {
  of: { type: 'string' },
  kinds: { type: 'string', default: '' },
  pairs: { type: 'boolean', default: false },
  share: { type: 'string', default: '1' },
  seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
} as const

void runProgram(usage, options, async (values) => {
  const of = values.of?.split(',') ?? names
  const unknown = of.filter((name) => !names.includes(name))
  if (unknown.length > 0) {
    process.exitCode = 1
    return console.error(`There is no ${unknown.join(', no ')}. There are ${names.join(', ')}.`)
  }
  synthesizeStack(synthesized)
  const matrix = await startFaultMatrix()
  try {
    const all = (await matrix.listCases(of)).filter(({ kind }) => kind.includes(values.kinds))
    const seed = Number(values.seed)
    const chosen = takeSample(all, Math.ceil(all.length * Number(values.share)), seed)
    const cases = values.pairs ? makePairs(chosen, all, seed) : chosen
    console.log(`${cases.length} of ${all.length} cases, seed ${values.seed}`)
    const statuses: Record<string, number> = {}
    let failed = 0
    for (const [index, each] of cases.entries()) {
      const { status, broken } = await matrix.run(each)
      statuses[status] = (statuses[status] ?? 0) + 1
      if (broken.length > 0) failed += 1
      for (const what of broken) console.log(`${describe(each)}: ${what}`)
      if ((index + 1) % 100 === 0) console.error(`${index + 1} of ${cases.length}`)
    }
    console.log(`${cases.length} cases, ${failed} broken; first answers by status: ${JSON.stringify(statuses)}`)
    if (failed > 0) process.exitCode = 1
  } finally {
    await matrix.stop()
  }
})

/** Each case, and with it any other of the same route or job. */
function makePairs(cases: FaultCase[], all: FaultCase[], seed: number): FaultCase[] {
  return cases.map((each, index) => {
    const ofName = all.filter(({ name }) => name === each.name)
    const [later] = takeSample(ofName, 1, seed + index)
    return later ? { ...each, later } : each
  })
}

function describe({ name, nth, kind, later }: FaultCase): string {
  return `${name}, call ${nth}, ${kind}${later ? `, then call ${later.nth}, ${later.kind}` : ''}`
}
