import { RemovalPolicy } from 'aws-cdk-lib'
import { AttributeType, BillingMode, ProjectionType, Table } from 'aws-cdk-lib/aws-dynamodb'
import type { Construct } from 'constructs'
import { byResource, tableKey, ttlAttribute } from '../functions/store/schema'

/** A `disposable` table is deleted with its stack. Any other is kept and protected against deletion. */
export function createTable(scope: Construct, { disposable }: { disposable: boolean }): Table {
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
