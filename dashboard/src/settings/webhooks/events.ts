import type { Webhook } from '../../../../client'
import { texts } from './texts'

export type EventName = Webhook['events'][number]

const names = Object.keys(texts.eventNames) as EventName[]

/** Kinds of events, each with the name of all of them. */
export const eventGroups = names
  .filter((name) => name.endsWith('.*'))
  .map((all) => ({ all, types: names.filter((name) => name !== all && name.startsWith(all.slice(0, -1))) }))

/** What is chosen once this one is added or taken away. What the new one covers is not named beside it. */
export function choose(event: EventName, isChosen: boolean, chosen: readonly EventName[]): EventName[] {
  const others = chosen.filter((each) => each !== event)
  return isChosen ? [...others.filter((each) => !covers(event, each)), event] : others
}

function covers(event: EventName, other: EventName): boolean {
  return event === '*' || eventGroups.some(({ all, types }) => all === event && types.includes(other))
}
