import { getMeasured, listMeasured, type Measured, titleOf } from './measured'

/** What one invocation of a function needs. `ms`: how long it runs in AWS. */
export type Usage = { reads: number; writes: number; ms: number }

/** The meter counts every request: one call with one write unit. */
const meter = { writes: 1, calls: 1 }
/** How much longer a call of DynamoDB takes in AWS than on the machine that measured. An assumption. */
const callMs = 5

export function makeRead({ units, calls, ms }: Measured): Usage {
  return { reads: units, writes: meter.writes, ms: ms + (calls + meter.calls) * callMs }
}

function makeChange({ units, calls, ms }: Measured, reads: number): Usage {
  return { reads, writes: units - reads + meter.writes, ms: ms + (calls + meter.calls) * callMs }
}

/** Of a job: the meter does not count it. */
export function makeWork({ units, calls, ms }: Measured, reads: number): Usage {
  return { reads, writes: units - reads, ms: ms + calls * callMs }
}

/** By what a request does. The line of a change says how many of its units are reads. */
export function listUsages(size: number): Record<string, Usage> {
  const single = listMeasured('Single changes and reads').filter(([what]) => what !== 'count a request')
  const usages = single.map(([what, line]): [string, Usage] => {
    const [, name = what, reads = '0'] = /^(.+) \(\d+, and (\d+) to read.*\)$/.exec(what) ?? []
    return [name, what.startsWith('get') ? makeRead(line) : makeChange(line, Number(reads))]
  })
  return {
    ...Object.fromEntries(usages),
    'list items, nothing new': makeRead(getMeasured(titleOf(size), 'warm, first page')),
    'list items, 100 changes in 15 s': makeRead(getMeasured(titleOf(size), 'warm, after 100 changes')),
    'audit log, first page': makeRead(getMeasured('Log of 200,000 rows over a year', 'warm, first page')),
  }
}

export const getTutorialUsage = (size: number) => makeRead(getMeasured(titleOf(size), 'tutorial way, first page'))
