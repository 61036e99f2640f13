import { formatTable } from '../costs/format'
import { makeSnapshot, makeUpkeep } from './jobs'
import type { MeasuredRun } from './measured'
import { addWork, computeMs, nothing, type Work } from './work'

/** By how much units may differ. */
const tolerance = 0.1

/** A sum over the companies of a run. `ratio`: measured to model. `isClose`: null where nothing is demanded. */
type Compared = { run: string; what: string; model: number; measured: number; ratio: number; isClose: boolean | null }

type CompanyWork = MeasuredRun['companies'][number]

/**
 * The model's calls take as long as fits the run on the whole, since its machine is not AWS. So the times of parts show
 * whether the model knows where time goes, and that of the run, whether workers work beside each other.
 */
export function compareRuns(runs: MeasuredRun[]): Compared[] {
  return runs.flatMap((run) => {
    const compare = makeComparison(run)
    const { calls, reads, writes, waits, cpuMs } = addWork(...run.companies.map(model))
    const sum = (of: (work: CompanyWork) => number) => run.companies.reduce((total, work) => total + of(work), 0)
    const ms = sum(getMs)
    const callMs = Math.max(0, (ms - cpuMs) / Math.max(1, waits))
    const parts = listParts(run).map(([what, part]) =>
      compare(what, computeMs(addWork(...part.map(model)), callMs), addMs(part)),
    )
    return [
      compare(
        'read units',
        reads,
        sum((work) => work.read_units),
      ),
      compare(
        'write units',
        writes,
        sum((work) => work.write_units),
      ),
      compare(
        'calls',
        calls,
        sum((work) => work.calls),
      ),
      ...parts,
      compare('the run, ms', computeMs({ ...nothing, waits, cpuMs }, callMs) / run.workers, run.total_ms),
    ]
  })
}

const getMs = ({ started_ms, ended_ms }: CompanyWork) => ended_ms - started_ms
const addMs = (part: CompanyWork[]) => part.reduce((total, work) => total + getMs(work), 0)

function listParts({ companies }: MeasuredRun): [string, CompanyWork[]][] {
  const parts: [string, CompanyWork[]][] = [
    ['upkeep without a base, ms', companies.filter(({ work, had_base }) => work === 'upkeep' && !had_base)],
    ['upkeep with a base, ms', companies.filter(({ work, had_base }) => work === 'upkeep' && had_base)],
    ['snapshots, ms', companies.filter(({ work }) => work === 'snapshot')],
  ]
  return parts.filter(([, part]) => part.length > 0)
}

function model({ work, items, log_rows, had_base, unpacked_rows }: CompanyWork): Work {
  const size = { items, rows: log_rows, hadBase: had_base, unpackedRows: unpacked_rows }
  return work === 'snapshot' ? makeSnapshot(size) : makeUpkeep(size)
}

/** Units alone must be close. */
function makeComparison({ name, companies, workers }: MeasuredRun) {
  const run = name ?? `${companies.length} works, ${workers} workers`
  return (what: string, model: number, measured: number): Compared => {
    const ratio = model === 0 ? (measured === 0 ? 1 : Number.POSITIVE_INFINITY) : measured / model
    return {
      run,
      what,
      model,
      measured,
      ratio,
      isClose: what.endsWith('units') ? Math.abs(ratio - 1) <= tolerance : null,
    }
  }
}

export function formatComparison(compared: Compared[]): string {
  const rows = compared.map(({ run, what, model, measured, ratio, isClose }) => [
    run,
    what,
    ...[model, measured].map((sum) => Math.round(sum).toLocaleString('en')),
    ratio.toFixed(2),
    isClose === null ? '' : isClose ? 'within a tenth' : 'differs',
  ])
  return formatTable([['Run', 'what', 'model', 'measured', 'ratio', ''], ...rows], 2)
}
