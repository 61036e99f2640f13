import { fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startTableEngine } from '../local/table/table-engine'
import type { Call } from '../test/support/client'
import { startFaultyEngine } from '../test/support/faults/faulty-engine'
import { createCompanyWithKey, startTestService } from '../test/support/service'
import { synthesizeStack } from '../test/support/stack'

// Calls functions only now and then, while another process keeps a processor busy. The connections of the functions are
// closed while they are idle.

const usage = `npm run bench -- sparse [--minutes N]

Asks each of eight functions every 3 to 10 s, beside a process that keeps a processor busy. Exit status 1 where an answer is a 5xx.

  --minutes N   how long (default 10)`

const app = 'dist/bench/cdk.out'

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { minutes: { type: 'string', default: '10' }, help: { type: 'boolean', short: 'h', default: false } },
  })
  if (values.help) return console.log(usage)
  const stack = synthesizeStack(app)
  const engine = await startTableEngine(stack, null)
  let resent = 0
  const proxy = await startFaultyEngine(engine.endpoint, ({ attempt }) => {
    if (attempt > 1) resent += 1
    return null
  })
  const service = await startTestService(stack, { engine: proxy.endpoint })
  service.setTime(0)
  const hog = fork(__filename, [], { env: { ...process.env, SPARSE_HOG: '1' } })
  try {
    const { call } = await createCompanyWithKey(service)
    const statuses = await ask(makeRequests(call), Number(values.minutes) * 60_000)
    const told = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
    console.log(`${values.minutes} minutes: ${told}; ${resent} calls of DynamoDB were sent again`)
    if ([...statuses.keys()].some((status) => status >= 500)) process.exitCode = 1
  } finally {
    hog.kill()
    await service.stop()
    await proxy.stop()
    await engine.stop()
  }
}

type Send = () => Promise<{ status: number }>

function makeRequests(call: Call): Send[] {
  let created = 0
  const reads = ['/items', '/trash', '/orders', '/transactions', '/audit', '/snapshots'].map(
    (path): Send =>
      () =>
        call('GET', path),
  )
  return [
    ...reads,
    () => call('POST', '/items', { name: 'Bolt', sku: `S-${created++}`, quantity: 1 }),
    () => call('POST', '/transactions', { type: 'receive', sku: 'S-0', quantity: 1 }),
  ]
}

async function ask(requests: Send[], ms: number): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  const end = performance.now() + ms
  const one = async (send: Send) => {
    while (performance.now() < end) {
      const { status } = await send()
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      await sleep(3_000 + 7_000 * Math.random())
    }
  }
  await Promise.all(requests.map(one))
  return statuses
}

function keepBusy(): never {
  for (;;);
}

if (process.env.SPARSE_HOG) keepBusy()
main().catch((error: Error) => {
  console.error(error)
  process.exitCode = 1
})
