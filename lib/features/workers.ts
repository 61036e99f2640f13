import type { FunctionId, JobId } from '../entries'
import { allow, type Functions } from '../functions'

/** In MB. They hold all items of a company. */
export const workerMemory = 2048

/** The functions that start each worker, and the variable in which those find its name. */
const workers: { id: JobId; variable: string; runBy: FunctionId[] }[] = [
  {
    id: 'compact-catalogue',
    variable: 'COMPACTION_FUNCTION',
    runBy: [
      ...(['list-items', 'list-locations', 'list-trash'] as const),
      ...(['list-orders', 'list-suppliers', 'suggest-orders', 'get-account'] as const),
    ],
  },
  { id: 'run-restore', variable: 'RESTORE_FUNCTION', runBy: ['restore-snapshot', 'get-restore'] },
]

/** Adds what clients start as often as they like. `concurrency`: the most runs of each at once; null: no limit. */
export function addWorkers(functions: Functions, { concurrency }: { concurrency: number | null }): void {
  for (const { id, variable, runBy } of workers) {
    const worker = functions.createAsynchronous(id, { memorySize: workerMemory, concurrency })
    functions.give(runBy, {
      statements: [allow(['lambda:InvokeFunction'], worker.functionArn)],
      environment: { [variable]: worker.functionName },
    })
  }
}
