import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { openLocalTable } from '../cli/target'
import type { Table } from '../functions/store/client'
import { chargedFor } from '../testing/capacity'

/** What something cost: capacity units and calls of the dearest run, the median of its time and of its CPU (milliseconds). */
export type Cost = { units: number; calls: number; ms: number; cpu: number }

/** One line of the results. `limit` is what the units may come to; null where nothing is promised. */
export type Line = { what: string; units: number; calls: number; ms: number; cpu: number; limit: number | null }
export type Section = { title: string; lines: Line[]; notes: string[] }

/** Runs something several times over and takes its cost. */
export async function costOf(table: Table, runs: number, run: () => Promise<unknown>): Promise<Cost> {
  const costs: Cost[] = []
  for (let count = 0; count < runs; count++) {
    const [start, cpu] = [performance.now(), process.cpuUsage()]
    const charged = await chargedFor(table, run)
    const { user, system } = process.cpuUsage(cpu)
    costs.push({ ...charged, ms: performance.now() - start, cpu: (user + system) / 1_000 })
  }
  const median = (of: (cost: Cost) => number) => costs.map(of).sort((a, b) => a - b)[costs.length >> 1] ?? 0
  return {
    units: Math.max(...costs.map(({ units }) => units)),
    calls: Math.max(...costs.map(({ calls }) => calls)),
    ms: median(({ ms }) => ms),
    cpu: median(({ cpu }) => cpu),
  }
}

/** The table of a local engine, which may take its time: it shares the machine with what is measured. */
export function patientTable(name: string, endpoint: string): Table {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  const client = new DynamoDBClient({
    endpoint,
    region: 'us-east-1',
    credentials,
    requestHandler: { requestTimeout: 60_000 },
  })
  const db = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } })
  return { ...openLocalTable(name, endpoint), db }
}
