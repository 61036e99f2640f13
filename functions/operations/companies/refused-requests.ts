import { BoundedMap } from '../../domain/bounded-map'

type Refused = { day: number; count: number }

/** Of keys and people. More than a process meets between two admitted requests. */
const maxPrincipals = 1_000
const waiting = new BoundedMap<string, Refused>(maxPrincipals)

// A refusal costs one failed update, and no second one: so it is told with the next request that is counted.

/** `hash`: of the key or person. `day`: number of the UTC day. */
export function noteRefusal(hash: string, day: number): void {
  const known = waiting.get(hash)
  waiting.set(hash, { day, count: known?.day === day ? known.count + 1 : 1 })
}

export function findRefusals(hash: string): Refused | null {
  return waiting.get(hash) ?? null
}

/** They were told. Those that came meanwhile stay. */
export function forgetRefusals(hash: string, { day, count }: Refused): void {
  const known = waiting.get(hash)
  if (known?.day === day) waiting.set(hash, { day, count: known.count - count })
}
