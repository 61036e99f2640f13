import type { DynamoDBClient, TableDescription } from '@aws-sdk/client-dynamodb'
import { type Setting, settings } from './table-settings'
import { listDifferences } from './table-shape'
import { readTableState, type Waiting, waitUntilReady } from './table-state'

/** A setting by its name, in words. `complete` is false where one is missing. */
export type TableReport = { complete: boolean; settings: Record<string, string> }

const unknown = 'unknown to this engine'

/** Changes nothing. Throws an `Error` for a table that is not ready, or not of this service. */
export async function checkTable(client: DynamoDBClient, name: string): Promise<TableReport> {
  const found = await readTableState(client, name)
  if (!found.ready) throw new Error(`The table ${name} is ${found.state}.`)
  requireShape(found.description)
  const words = { set: 'set', missing: 'missing', unknown }
  return visitSettings(async ({ read }) => {
    const state = await read(client, name)
    return { complete: state !== 'missing', text: words[state] }
  })
}

/**
 * Waits until the table is ready, and sets what is missing. Goes on where one setting fails. Throws an `Error` for a
 * table that is not of this service.
 */
export async function prepareTable(client: DynamoDBClient, name: string, waiting: Waiting): Promise<TableReport> {
  requireShape(await waitUntilReady(client, name, waiting))
  return visitSettings(async ({ read, set }) => {
    await waitUntilReady(client, name, waiting) // the setting before may still be under way
    const state = await read(client, name)
    if (state === 'missing') await set(client, name)
    const words = { set: 'already set', missing: 'set now', unknown }
    return { complete: true, text: words[state] }
  })
}

type Visited = { complete: boolean; text: string }

async function visitSettings(visit: (setting: Setting) => Promise<Visited>): Promise<TableReport> {
  const visited: [string, Visited][] = []
  for (const setting of settings) {
    const fail = (error: Error) => ({ complete: false, text: `failed: ${error.message}` })
    visited.push([setting.name, await visit(setting).catch(fail)])
  }
  return {
    complete: visited.every(([, { complete }]) => complete),
    settings: Object.fromEntries(visited.map(([name, { text }]) => [name, text])),
  }
}

function requireShape(description: TableDescription): void {
  const differences = listDifferences(description)
  if (differences.length === 0) return
  const lines = differences.map((line) => `\n  ${line}`).join('')
  throw new Error(`${description.TableName} is not a table of this service:${lines}`)
}
