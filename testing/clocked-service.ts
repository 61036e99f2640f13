import { type Service, type ServiceOptions, startService } from '../local/service'
import type { Stack } from '../local/template'

/** The local service with a clock of its own, and what it has logged. */
export type ClockedService = Service & {
  logs: string[]
  /** Epoch milliseconds, by the clock of the functions and the gateway. */
  now: () => number
  /** Sets that clock; 0 is the machine's. */
  setTime: (at: number) => void
}

/** What a test may choose of its service. */
export type OwnOptions = Pick<ServiceOptions, 'workersPerFunction' | 'engine' | 'preload'>

/** Starts the local service on a free port and in memory. */
export async function startClockedService(stack: Stack, options: OwnOptions = {}): Promise<ClockedService> {
  const clock = new SharedArrayBuffer(8)
  const time = new Float64Array(clock)
  const setTime = (at: number) => {
    time[0] = at
  }
  const logs: string[] = []
  const own = { port: 0, dataDir: null, clock, onLog: (line: string) => logs.push(line) }
  const service = await startService(stack, { ...options, ...own })
  return { ...service, logs, now: () => time[0] || Date.now(), setTime }
}
