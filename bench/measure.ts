import type { Table } from '../functions/store/client'
import { chargedFor } from '../test/support/capacity'

/** What something cost: capacity units and calls of the dearest run, the median of its time and of its CPU (milliseconds). */
export type Cost = { units: number; calls: number; ms: number; cpu: number }

/** Runs something several times over and takes its cost. */
export async function costOf(table: Table, runs: number, run: () => Promise<unknown>): Promise<Cost> {
  const costs: Cost[] = []
  for (let count = 0; count < runs; count++) {
    const [start, cpu] = [performance.now(), process.cpuUsage()]
    const charged = await chargedFor(table, run)
    const { user, system } = process.cpuUsage(cpu)
    costs.push({ ...charged, ms: performance.now() - start, cpu: (user + system) / 1_000 })
  }
  const median = (of: (cost: Cost) => number) => costs.map(of).sort((a, b) => a - b)[costs.length >> 1] ?? 0
  return {
    units: Math.max(...costs.map(({ units }) => units)),
    calls: Math.max(...costs.map(({ calls }) => calls)),
    ms: median(({ ms }) => ms),
    cpu: median(({ cpu }) => cpu),
  }
}
