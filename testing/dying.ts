import type { Table } from '../functions/store/client'

export type Command = { input: object }
type Send = (command: Command) => Promise<unknown>

/** A table with another way of sending. */
export function sending(table: Table, send: (send: Send, command: Command) => Promise<unknown>): Table {
  const inner: Send = (command) => table.db.send(command as never)
  const own = (command: Command) => send(inner, command)
  const db = new Proxy(table.db, { get: (target, name) => (name === 'send' ? own : Reflect.get(target, name)) })
  return { ...table, db }
}

/**
 * A table whose process is killed at the `nth` call of those that count, before that arrives or with its answer: nothing arrives
 * after it.
 */
export function dyingAt(
  table: Table,
  nth: number,
  { counts = (_: Command): boolean => true, arrives = false } = {},
): Table {
  let count = 0
  return sending(table, async (send, command) => {
    if (count < nth && counts(command)) count += 1
    if (count < nth) return send(command)
    if (count++ === nth && arrives) await send(command)
    throw new Error('killed')
  })
}
