import type { Answer } from '../client'
import { type EngineCall, type Fate, lost } from './faulty-engine'

export type Actions = { kill: () => Promise<unknown>; freeze: () => Promise<unknown>; overtake: () => Promise<unknown> }

const refuse = (status: number, type: string, more: object = {}): Fate => {
  return { arrives: false, answer: { status, type, more } }
}

function cancel({ body }: EngineCall, Code: string): Fate {
  const { TransactItems }: { TransactItems: unknown[] } = JSON.parse(body)
  const CancellationReasons = TransactItems.map((_, index) => ({ Code: index === 0 ? Code : 'None' }))
  return refuse(400, 'TransactionCanceledException', { CancellationReasons })
}

/**
 * Every kind of fault. `overtaken`: another client changes the same item before the call arrives. `lost for good`: so
 * are the answers of all later calls. Then the same request comes again, or that of another caller, and no time has
 * passed.
 */
const fates = {
  throttled: refuse(400, 'ThrottlingException'),
  'cancelled for throttling': (call) => cancel(call, 'ThrottlingError'),
  'throttled for good': refuse(400, 'ThrottlingException'),
  'lost, then throttled': lost['reset after'],
  'lost for good': lost['reset after'],
  'lost for good, then another': lost['reset after'],
  'away for good': lost['reset before'],
  failed: refuse(500, 'InternalServerError'),
  conflict: (call) =>
    call.operation.startsWith('Transact')
      ? cancel(call, 'TransactionConflict')
      : refuse(400, 'TransactionConflictException'),
  overtaken: (_, { overtake }) => ({ before: overtake, arrives: true, answer: 'whole' }),
  ...lost,
  'killed before': (_, { kill }) => ({ arrives: false, after: kill, answer: 'reset' }),
  'killed after': (_, { kill }) => ({ arrives: true, after: kill, answer: 'reset' }),
  'frozen before': (_, { freeze }) => ({ arrives: false, after: freeze, answer: 'reset' }),
  'frozen after': (_, { freeze }) => ({ arrives: true, after: freeze, answer: 'reset' }),
} as const satisfies Record<string, Fate | ((call: EngineCall, actions: Actions) => Fate)>

export type Kind = keyof typeof fates
export const kinds = Object.keys(fates) as Kind[]

export function decideFate(kind: Kind, call: EngineCall, actions: Actions): Fate {
  const fate = fates[kind]
  return typeof fate === 'function' ? fate(call, actions) : fate
}

/** True where the function that meets the fault is killed, or is frozen until its time is over. */
const isDeath = (kind: Kind) => /^(killed|frozen) /.test(kind)

/** True where every later call meets a fault, too. */
export const isForGood = (kind: Kind) => kind.includes('for good') || kind === 'lost, then throttled'

/** True where the next request must succeed at once, or be told truly why not. */
export const isNextAtOnce = (kind: Kind) => /^(lost|away) for good/.test(kind)

/** What later calls meet. */
export const chooseLaterKind = (kind: Kind) => (isNextAtOnce(kind) ? kind : 'throttled')

/** GetItem and Query do not conflict, and only transactions are cancelled. */
export function canMeet(kind: Kind, operation: string): boolean {
  if (kind === 'cancelled for throttling') return operation.startsWith('Transact')
  return kind !== 'conflict' || !['GetItem', 'Query'].includes(operation)
}

/** True for a success. `not_found` counts as one, since it is what the route `not-found` answers. */
export function isSuccess({ status, body }: Answer<unknown>): boolean {
  return status < 300 || getCode(body) === 'not_found'
}

/** A retry must get the same answer, unless rows of a batch failed (they are tried again) or a restore is running. */
export function isFinal({ status, text }: Answer<unknown>): boolean {
  return status < 300 && !text.includes('"error"') && !text.includes('"status":"running"')
}

/** `early` is true where the fault was at the first call, which the authorizer makes. */
export function listFaultsOfAnswer(answer: Answer<unknown>, kind: Kind, { early }: { early: boolean }): string[] {
  const { status, text, headers, body } = answer
  if (isSuccess(answer)) return []
  const busy = status === 429 && getCode(body) === 'resource_busy' && headers.get('retry-after') !== null
  if (busy && (isForGood(kind) || isDeath(kind))) return []
  // A function that died answers nothing: API Gateway answers 500. Jobs and authorizers fail so for any fault.
  const failed = status === 500 && (getCode(body) === 'internal_error' || body === null)
  if (failed && (isDeath(kind) || isNextAtOnce(kind) || kind === 'lost, then throttled')) return []
  if (failed && isForGood(kind) && (early || body === null)) return []
  return [`it answers ${status} ${text}`]
}

export function getCode(body: unknown): unknown {
  return Object(Object(body).error).code
}
