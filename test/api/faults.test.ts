import { names, startFaultMatrix } from '../../testing/faults/matrix'
import { sample } from '../../testing/faults/sample'
import { seed } from '../../testing/seed'
import { sizeOf } from '../../testing/size'

test('whatever call of a route or a job fails, and however: nothing is lost or doubled, and the answer is of the interface', async () => {
  const chosen = seed()
  const matrix = await startFaultMatrix()
  try {
    const some = sizeOf({ quick: sample(names, 2, chosen), thorough: names })
    const all = await matrix.cases(some)
    const cases = sample(all, sizeOf({ quick: 10, thorough: Math.ceil(all.length / 10) }), chosen)
    process.stderr.write(`${cases.length} of ${all.length} cases of ${some}\n`)
    for (const each of cases)
      expect({ ...each, broken: (await matrix.run(each)).broken }).toEqual({ ...each, broken: [] })
  } finally {
    await matrix.stop()
  }
}, 900_000)
