import { names, startFaultMatrix } from '../support/faults/matrix'
import { rehearse } from '../support/rehearse'
import { takeSample } from '../support/sample'
import { chooseSeed } from '../support/seed'
import { chooseRuns } from '../support/size'
import { inEverySlice, takeSlice } from '../support/slices'

/** At 0.7 s each. `npm run faults` runs all of them, which are more with each route. Slices have different ones. */
const sampled = chooseRuns({ slice: 120, thorough: 500 })

rehearse(
  'whatever call of a route or a job fails, and however: nothing is lost or doubled, and the answer is of the interface',
  inEverySlice(async () => {
    const chosen = chooseSeed()
    const matrix = await startFaultMatrix()
    try {
      const all = takeSlice(await matrix.listCases(names))
      const cases = takeSample(all, sampled, chosen)
      process.stderr.write(`${cases.length} of ${all.length} cases\n`)
      for (const each of cases)
        expect({ ...each, broken: (await matrix.run(each)).broken }).toEqual({ ...each, broken: [] })
    } finally {
      await matrix.stop()
    }
  }),
  1_800_000,
)
