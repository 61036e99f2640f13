import { addBills, type Bill, multiplyBill } from './bill'
import { initBytes, invocationBytes } from './log-lines'
import { makeLogBill } from './logs'
import type { Usage } from './usage'

/** Invocations of one function in a month. `colds`: how many start a process. `gb`: its memory. */
export type Invocations = { times: number; colds: number; usage: Usage; gb: number }

/** How long it takes to start a process, which is billed. An estimate: see bench/START-UP.md. */
const initMs = 500

export function makeInvocationsBill({ times, colds, usage, gb }: Invocations): Bill {
  return addBills(multiplyBill(makeInvocation(usage, gb), times), { lambdaGbSecond: colds * (initMs / 1_000) * gb })
}

/** Lambda rounds up to a millisecond. */
export function makeInvocation({ reads, writes, ms }: Usage, gb: number): Bill {
  return { lambdaRequest: 1, lambdaGbSecond: (Math.ceil(ms) / 1_000) * gb, readUnit: reads, writeUnit: writes }
}

/** The lines that Lambda itself writes. */
export function makeInvocationsLog({ times, colds }: Invocations): Bill {
  return makeLogBill(times * invocationBytes + colds * initBytes)
}
