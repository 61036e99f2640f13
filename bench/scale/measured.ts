import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { UsageError } from '../../cli/command-line'
import { lambda } from './limits'

const count = z.int().nonnegative()
const number = z.number().nonnegative()

/**
 * The work of one company in a run. `log_rows`: those that the run had to count. `had_base`: of its items, before the
 * run. `unpacked_rows`: of its log, since that base or its newest delta. Times are in milliseconds since the run began;
 * `calls`: of DynamoDB.
 */
const CompanyWork = z.strictObject({
  work: z.enum(['upkeep', 'snapshot']),
  items: count,
  log_rows: count,
  had_base: z.boolean().default(false),
  unpacked_rows: count.default(0),
  started_ms: number,
  ended_ms: number,
  calls: count,
  read_units: number,
  write_units: number,
})

/** `total_ms`: from the first work to the end of the last. */
const Run = z.strictObject({
  name: z.string().optional(),
  workers: z.int().min(1).max(lambda.workers.max),
  total_ms: number,
  companies: z.array(CompanyWork).min(1),
})

/** What `--measured FILE` reads: real runs of the queue's worker on this machine, with an engine on it. */
const Runs = z.strictObject({ runs: z.array(Run).min(1) })
export type MeasuredRun = z.infer<typeof Run>

/** Throws a `UsageError` that names the file, and the field that is wrong. */
export function readMeasuredRuns(file: string): MeasuredRun[] {
  const parsed = Runs.safeParse(parseJson(file, readText(file)))
  if (parsed.success) return parsed.data.runs
  const [issue] = parsed.error.issues
  throw new UsageError(`--measured: ${file}: ${issue?.path.join('.') || 'the file'}: ${issue?.message}`)
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`--measured: ${file} cannot be read: ${(error as NodeJS.ErrnoException).code}`)
  }
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`--measured: ${file} is not JSON`)
  }
}
