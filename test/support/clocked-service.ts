import { type Service, type ServiceOptions, startService } from '../../local/service'
import type { Stack } from '../../local/template'

export type ClockedService = Service & {
  logs: string[]
  /** The time of the functions and the gateway, in epoch milliseconds. */
  now: () => number
  /** Sets that time, in epoch milliseconds. 0 uses the machine's clock. */
  setTime: (at: number) => void
}

type Own = 'port' | 'workers' | 'eventsAtOnce' | 'dataDir' | 'clock' | 'onLog'
export type OwnOptions = Omit<Partial<ServiceOptions>, Own>

export async function startClockedService(stack: Stack, options: OwnOptions = {}): Promise<ClockedService> {
  const clock = new SharedArrayBuffer(8)
  const time = new Float64Array(clock)
  const setTime = (at: number) => {
    time[0] = at
  }
  const logs: string[] = []
  const workers = { max: 100, idleMs: 600_000 } // a thread takes longer to start than most tests
  const eventsAtOnce = 16 // requests race, as on Lambda
  const own = { port: 0, workers, eventsAtOnce, dataDir: null, clock, onLog: (line: string) => logs.push(line) }
  const service = await startService(stack, { events: false, ...options, ...own })
  return { ...service, logs, now: () => time[0] || Date.now(), setTime }
}
