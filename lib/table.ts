import { RemovalPolicy } from 'aws-cdk-lib'
import { AttributeType, BillingMode, type ITable, ProjectionType, Table } from 'aws-cdk-lib/aws-dynamodb'
import type { Construct } from 'constructs'
import { byResource, tableKey, tableName, tableNameRule, ttlAttribute } from '../functions/store/schema'

/** What the stack needs of its table, whether it makes it or not. */
export type StackTable = Pick<ITable, 'tableArn' | 'tableName'>

type TableOptions = { disposable: boolean }

/**
 * The existing table that the context value `table` names, or a new one. A `disposable` new table is deleted with its
 * stack. Any other is kept and protected against deletion. Nothing is changed at an existing table.
 */
export function provideTable(scope: Construct, options: TableOptions): StackTable {
  const name: unknown = scope.node.tryGetContext('table')
  return name === undefined ? createTable(scope, options) : Table.fromTableName(scope, 'Table', parseTableName(name))
}

function parseTableName(name: unknown): string {
  if (typeof name === 'string' && tableName.test(name)) return name
  throw new Error(`The context value "table" must be the name of a DynamoDB table: ${tableNameRule}.`)
}

function createTable(scope: Construct, { disposable }: TableOptions): Table {
  const sortKey = { name: tableKey.sort, type: AttributeType.STRING }
  const table = new Table(scope, 'Table', {
    partitionKey: { name: tableKey.partition, type: AttributeType.STRING },
    sortKey,
    billingMode: BillingMode.PAY_PER_REQUEST,
    timeToLiveAttribute: ttlAttribute,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: !disposable,
    removalPolicy: disposable ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
  })
  table.addGlobalSecondaryIndex({
    indexName: byResource.name,
    partitionKey: { name: byResource.partition, type: AttributeType.STRING },
    sortKey,
    projectionType: ProjectionType.ALL,
  })
  return table
}
