import type * as dynamodb from '@aws-sdk/client-dynamodb'
import { byResource, tableKey } from '../../functions/store/table/schema'

/** What a restore or an import makes: a table with its keys and its index, and no settings. */
export function describeBareTable(TableName: string) {
  const { sort } = tableKey
  return {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: makeKeySchema(tableKey.partition, sort),
    GlobalSecondaryIndexes: [
      {
        IndexName: byResource.name,
        KeySchema: makeKeySchema(byResource.partition, sort),
        Projection: { ProjectionType: 'ALL' },
      },
    ],
    AttributeDefinitions: [tableKey.partition, sort, byResource.partition].map((AttributeName) => ({
      AttributeName,
      AttributeType: 'S' as const,
    })),
  } satisfies dynamodb.CreateTableCommandInput
}

function makeKeySchema(partition: string, sort: string) {
  return [
    { AttributeName: partition, KeyType: 'HASH' as const },
    { AttributeName: sort, KeyType: 'RANGE' as const },
  ]
}

/** What of a table is not as the service needs it, a line each. None where it fits. */
export function listDifferences(table: dynamodb.TableDescription): string[] {
  const found = describeParts(table)
  return [...describeParts(describeBareTable(''))].flatMap(([part, needed]) => {
    const present = found.get(part) ?? 'missing'
    return present === needed ? [] : [`${part}: ${present}. Needed: ${needed}.`]
  })
}

type Shape = Pick<dynamodb.TableDescription, 'KeySchema' | 'AttributeDefinitions' | 'GlobalSecondaryIndexes'>

function describeParts({ KeySchema, AttributeDefinitions = [], GlobalSecondaryIndexes = [] }: Shape) {
  const parts = new Map([['the key', formatKeySchema(KeySchema, AttributeDefinitions)]])
  for (const { IndexName, KeySchema: key, Projection } of GlobalSecondaryIndexes) {
    const projected = `${Projection?.ProjectionType} attributes`
    parts.set(`the index ${IndexName}`, `${formatKeySchema(key, AttributeDefinitions)} with ${projected}`)
  }
  return parts
}

/** Such as `pk (S, HASH) and sk (S, RANGE)`. */
function formatKeySchema(schema: dynamodb.KeySchemaElement[] = [], attributes: dynamodb.AttributeDefinition[]): string {
  const typeOf = (name: string | undefined) => attributes.find((each) => each.AttributeName === name)?.AttributeType
  return schema.map(({ AttributeName: name, KeyType }) => `${name} (${typeOf(name)}, ${KeyType})`).join(' and ')
}
