import { Annotations, RemovalPolicy } from 'aws-cdk-lib'
import { AttributeType, BillingMode, ProjectionType, StreamViewType, Table } from 'aws-cdk-lib/aws-dynamodb'
import type { Construct } from 'constructs'
import { byResource, tableKey, tableName, tableNameRule, ttlAttribute } from '../../functions/store/table/schema'

/** What the stack needs of its table, whether it makes it or not. `streamArn` is null where it has no stream. */
export type StackTable = { tableArn: string; tableName: string; streamArn: string | null }

type TableOptions = { disposable: boolean; events: boolean }

/**
 * The existing table that the context value `table` names, or a new one. A `disposable` new table is deleted with its
 * stack. Any other is kept and protected against deletion. Nothing is changed at an existing table.
 */
export function provideTable(scope: Construct, options: TableOptions): StackTable {
  const name: unknown = scope.node.tryGetContext('table')
  if (name === undefined) return createTable(scope, options)
  const { tableArn, tableName } = Table.fromTableName(scope, 'Table', parseTableName(name))
  return { tableArn, tableName, streamArn: options.events ? findStream(scope) : null }
}

function parseTableName(name: unknown): string {
  if (typeof name === 'string' && tableName.test(name)) return name
  throw new Error(`The context value "table" must be the name of a DynamoDB table: ${tableNameRule}.`)
}

/** An existing table may have no stream, and a restored one never has: without it, nothing reaches the bus. */
function findStream(scope: Construct): string | null {
  const arn: unknown = scope.node.tryGetContext('stream')
  if (arn === undefined) {
    const text =
      'The table is named and its stream is not: nothing will reach the bus. "npx inventory tables prepare" makes one; name it with -c stream=ARN, or leave the bus out with -c events=false.'
    Annotations.of(scope).addWarningV2('inventory:no-stream', text)
    return null
  }
  if (typeof arn === 'string' && /^arn:[\w-]+:dynamodb:[\w-]+:\d{12}:table\/[^/]+\/stream\/[^/]+$/.test(arn)) return arn
  throw new Error('The context value "stream" must be the ARN of a DynamoDB stream.')
}

function createTable(scope: Construct, { disposable, events }: TableOptions): StackTable {
  const sortKey = { name: tableKey.sort, type: AttributeType.STRING }
  const table = new Table(scope, 'Table', {
    partitionKey: { name: tableKey.partition, type: AttributeType.STRING },
    sortKey,
    billingMode: BillingMode.PAY_PER_REQUEST,
    timeToLiveAttribute: ttlAttribute,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    ...(events ? { stream: StreamViewType.NEW_IMAGE } : {}),
    deletionProtection: !disposable,
    removalPolicy: disposable ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
  })
  table.addGlobalSecondaryIndex({
    indexName: byResource.name,
    partitionKey: { name: byResource.partition, type: AttributeType.STRING },
    sortKey,
    projectionType: ProjectionType.ALL,
  })
  const { tableArn, tableName, tableStreamArn = null } = table
  return { tableArn, tableName, streamArn: tableStreamArn }
}
