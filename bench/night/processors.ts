import { readFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { listDescendants } from '../descendants'

/**
 * Parts of this machine's processors, from 0 to 1. `own`: what this process and those that it has started used.
 * `load`: programs that run or wait, the mean of a minute.
 */
export type Processors = { busy: number; own: number; load: number }

/** Returns what tells how busy the processors were since then. Linux alone. */
export function watchProcessors(): () => Processors {
  const begun = { ...readTimes(), own: readOwnTime() }
  return () => {
    const { busy, all } = readTimes()
    const passed = Math.max(1, all - begun.all)
    const [load = 0] = loadavg()
    return { busy: (busy - begun.busy) / passed, own: (readOwnTime() - begun.own) / passed, load }
  }
}

/** Milliseconds of all processors since the machine was started. */
function readTimes(): { busy: number; all: number } {
  const times = cpus().map(({ times }) => times)
  const idle = times.reduce((sum, each) => sum + each.idle, 0)
  const busy = times.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, 0)
  return { busy, all: busy + idle }
}

/** Milliseconds of processor time. Linux counts in hundredths of a second. */
function readOwnTime(): number {
  const ticks = [process.pid, ...listDescendants(process.pid)].map((pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return Number(fields[11]) + Number(fields[12])
  })
  return 10 * ticks.reduce((sum, each) => sum + each, 0)
}
