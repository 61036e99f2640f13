import { join } from 'node:path'
import { BroadcastChannel } from 'node:worker_threads'
import { startService } from '../../local/service'
import type { Stack } from '../../local/template'

/**
 * Starts the service. `engine`: the endpoint of its DynamoDB engine. `workers`: those of each function. `eventsAtOnce`:
 * of all functions, where that is not the service's own.
 */
export type Start = { stack: Stack; engine: string; workers: number; eventsAtOnce?: number }
/** `kill`: a thread's id. `passMs`: the service's clock goes on by so much, and runs on from there. */
export type Order = { start: Start } | { kill: number } | { passMs: number }
/** `log`: what functions have printed. `report`: Lambda's, of a run of a job. */
export type Told = { baseUrl: string } | { log: string } | { report: string }

/** How often the clock is set, once it differs from the machine's. */
const tickMs = 5

/** Runs the local service for a night, in a process of its own. It ends when its parent does. */
function main(): void {
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true'
  const clock = new SharedArrayBuffer(8)
  const channel = new BroadcastChannel('night')
  const tell = (told: Told) => void process.send?.(told)
  let aheadMs = 0
  const start = async ({ stack, engine, workers, ...own }: Start) => {
    const { baseUrl, stop } = await startService(stack, {
      ...{ port: 0, dataDir: null, clock, engine, workersPerFunction: workers, ...own },
      // In memory, the engine's stream makes writes slower and slower.
      ...{ events: false, messages: true, workers: { max: 100, idleMs: 600_000 } },
      preload: join(__dirname, 'service-thread.cjs'),
      onLog: (log) => tell({ log }),
      onReport: (report, logGroup) => logGroup.includes('JobLog') && tell({ report }),
    })
    process.once('disconnect', () => void stop().then(() => process.exit()))
    tell({ baseUrl })
  }
  const pass = (ms: number) => {
    if (aheadMs === 0) setInterval(() => set(), tickMs)
    aheadMs += ms
    set()
  }
  const set = () => {
    new Float64Array(clock)[0] = Date.now() + aheadMs
  }
  process.on('message', (order: Order) => {
    if ('start' in order) void start(order.start)
    else if ('kill' in order) channel.postMessage(order)
    else pass(order.passMs)
  })
}

main()
