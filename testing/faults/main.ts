import { startFaultMatrix } from './matrix'

const only = process.argv[2]
async function main() {
  const matrix = await startFaultMatrix()
  try {
    const cases = await matrix.cases(only?.split(','))
    console.log(`${cases.length} cases`)
    const statuses = new Map<number, number>()
    let failed = 0
    const began = performance.now()
    for (const each of cases) {
      const { status, broken } = await matrix
        .run(each)
        .catch((error) => ({ status: 0, broken: [String(error?.stack)] }))
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (broken.length > 0) {
        failed += 1
        console.log(
          `${each.what}, call ${each.nth}, ${each.kind}: ${status}\n  ${broken
            .slice(0, 4)
            .map((x) => x.slice(0, 300))
            .join('\n  ')}`,
        )
      }
    }
    console.log(failed, 'failed', Object.fromEntries(statuses), Math.round(performance.now() - began), 'ms')
  } finally {
    await matrix.stop()
  }
}
void main()
