import type { EngineCall, Fate } from './faulty-engine'
import { lost } from './faulty-engine'

const losses = ['reset before', 'reset after', 'timeout before', 'timeout after', 'truncated answer'] as const
const deaths = ['killed before', 'killed after', 'frozen before', 'frozen after'] as const
const lastings = ['throttled for good', 'lost, then throttled'] as const
/** Every kind of fault. `overtaken`: another client changes the same item before the call arrives. */
export const kinds = [
  'throttled',
  'cancelled for throttling',
  ...lastings,
  'failed',
  'conflict',
  'overtaken',
  ...losses,
  ...deaths,
] as const
export type Kind = (typeof kinds)[number]

export type Actions = { kill: () => Promise<unknown>; freeze: () => Promise<unknown>; overtake: () => Promise<unknown> }

/** True where the function that meets the fault is killed, or is frozen until its time is over. */
export function isDeath(kind: Kind): boolean {
  return deaths.some((death) => death === kind)
}

/** True where every later call is throttled, too. */
export function isForGood(kind: Kind): boolean {
  return lastings.some((lasting) => lasting === kind)
}

/** GetItem and Query do not conflict, and only transactions are cancelled. */
export function canMeet(kind: Kind, operation: string): boolean {
  if (kind === 'cancelled for throttling') return operation.startsWith('Transact')
  return kind !== 'conflict' || !['GetItem', 'Query'].includes(operation)
}

export function decideFate(kind: Kind, call: EngineCall, { kill, freeze, overtake }: Actions): Fate {
  switch (kind) {
    case 'killed before':
    case 'killed after':
      return { arrives: kind === 'killed after', after: kill, answer: 'reset' }
    case 'frozen before':
    case 'frozen after':
      return { arrives: kind === 'frozen after', after: freeze, answer: 'reset' }
    case 'overtaken':
      return { before: overtake, arrives: true, answer: 'whole' }
    case 'conflict':
      return makeConflict(call)
    case 'cancelled for throttling':
      return makeCancellation(call, 'ThrottlingError')
    case 'failed':
      return { arrives: false, answer: { status: 500, type: 'InternalServerError' } }
    case 'throttled':
    case 'throttled for good':
      return { arrives: false, answer: { status: 400, type: 'ThrottlingException' } }
    case 'lost, then throttled':
      return lost['reset after']
    default:
      return lost[kind]
  }
}

function makeConflict(call: EngineCall): Fate {
  if (call.operation.startsWith('Transact')) return makeCancellation(call, 'TransactionConflict')
  return { arrives: false, answer: { status: 400, type: 'TransactionConflictException' } }
}

function makeCancellation({ body }: EngineCall, Code: string): Fate {
  const { TransactItems }: { TransactItems: unknown[] } = JSON.parse(body)
  const CancellationReasons = TransactItems.map((_, index) => ({ Code: index === 0 ? Code : 'None' }))
  return {
    arrives: false,
    answer: { status: 400, type: 'TransactionCanceledException', more: { CancellationReasons } },
  }
}
