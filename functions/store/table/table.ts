import { setTimeout as sleep } from 'node:timers/promises'
import { ConditionalCheckFailedException, DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb'
import * as document from '@aws-sdk/lib-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { observeClockOfCalls } from '../sdk/clock-difference'
import { makeRetryStrategy, refuseWhereBusy } from '../sdk/retries'
import { type TimeLimits, timeLimits } from '../time/timing'
import type { Row, RowKey } from './schema'

/**
 * The clock (`now`, epoch milliseconds) stamps rows and decides when they expire. `sleep` waits, in milliseconds of the
 * same clock.
 */
export type Table = {
  name: string
  db: document.DynamoDBDocumentClient
  now: () => number
  sleep: (ms: number) => Promise<void>
  limits: TimeLimits
}

/** With the region and credentials of the environment. */
export function openTable(name: string, config: DynamoDBClientConfig = {}, limits: TimeLimits = timeLimits): Table {
  const { requestMs, retryMs } = limits
  const requestHandler = { connectionTimeout: requestMs, requestTimeout: requestMs, throwOnRequestTimeout: true }
  const client = new DynamoDBClient({ requestHandler, retryStrategy: makeRetryStrategy(retryMs), ...config })
  // The step copies the whole input and output of each call for a logger, also where there is none.
  client.middlewareStack.removeByTag('LOGGER')
  refuseWhereBusy(client)
  observeClockOfCalls(client)
  const db = document.DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } })
  return { name, db, now: Date.now, sleep, limits }
}

type Written = { Attributes?: Row | undefined }
type Query = Omit<document.QueryCommandInput, 'TableName'>

/** Strongly consistent. */
export async function findRow(table: Table, Key: RowKey): Promise<Row | undefined> {
  const { Item } = await table.db.send(new document.GetCommand({ TableName: table.name, Key, ConsistentRead: true }))
  return Item
}

/**
 * `done`: the condition of the write held. `row`: what the write hands back, or the row for which it was not done:
 * undefined where there is none, or where the write did not ask for it.
 */
export async function judgeWrite(write: Promise<Written>): Promise<{ done: boolean; row: Row | undefined }> {
  try {
    return { done: true, row: (await write).Attributes }
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error
    return { done: false, row: error.Item && unmarshall(error.Item) }
  }
}

/** False if the condition of the write failed. */
export async function tryWrite(write: Promise<Written>): Promise<boolean> {
  return (await judgeWrite(write)).done
}

export type Update = Omit<document.UpdateCommandInput, 'TableName'>

export function updateRow(table: Table, update: Update): Promise<document.UpdateCommandOutput> {
  return table.db.send(new document.UpdateCommand({ TableName: table.name, ...update }))
}

export function putRow(table: Table, put: Omit<document.PutCommandInput, 'TableName'>): Promise<Written> {
  return table.db.send(new document.PutCommand({ TableName: table.name, ...put }))
}

type Delete = Omit<document.DeleteCommandInput, 'TableName'>

export function deleteRow(table: Table, deletion: Delete): Promise<Written> {
  return table.db.send(new document.DeleteCommand({ TableName: table.name, ...deletion }))
}

/** False if the condition of the update failed. */
export function tryUpdate(table: Table, update: Update): Promise<boolean> {
  return tryWrite(updateRow(table, update))
}

/** What has been read, in read units. */
export type ReadUsage = { units: number }

/** Strongly consistent unless `query` says otherwise. */
export async function* queryPages(table: Table, query: Query, usage?: ReadUsage): AsyncGenerator<Row[]> {
  const counted = usage && { ReturnConsumedCapacity: 'TOTAL' as const }
  let from: Row | undefined
  do {
    const asked = { TableName: table.name, ConsistentRead: true, ...counted, ...query, ExclusiveStartKey: from }
    const { Items = [], ConsumedCapacity, LastEvaluatedKey } = await table.db.send(new document.QueryCommand(asked))
    if (usage) usage.units += ConsumedCapacity?.CapacityUnits ?? 0
    yield Items
    from = LastEvaluatedKey
  } while (from)
}

export function queryAll(table: Table, query: Query): Promise<Row[]> {
  return collectPages(queryPages(table, query))
}

export async function collectPages<Each>(pages: AsyncIterable<Each[]>): Promise<Each[]> {
  const rows: Each[] = []
  for await (const page of pages) rows.push(...page)
  return rows
}

export async function queryPartitions(table: Table, partitions: string[]): Promise<Row[]> {
  return (await Promise.all(partitions.map((pk) => collectPages(queryPartition(table, pk))))).flat()
}

/** All rows of a partition, strongly consistent. */
export function queryPartition(table: Table, pk: string, usage?: ReadUsage): AsyncGenerator<Row[]> {
  return queryPages(table, ofPartition(pk), usage)
}

/** A query for a partition, or for those of its rows that meet `condition`, which is about their sort keys. */
export function ofPartition(pk: string, condition?: string, values: Record<string, string> = {}) {
  return {
    KeyConditionExpression: condition ? `pk = :pk AND ${condition}` : 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk, ...values },
  }
}
