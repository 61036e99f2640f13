import * as z from 'zod'
import { physicalName } from './names'
import { resourcesOf, type Stack } from './template'

const KeySchema = z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) }))

const TableProperties = z.object({
  KeySchema,
  AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.enum(['S', 'N', 'B']) })),
  BillingMode: z.enum(['PAY_PER_REQUEST', 'PROVISIONED']).optional(),
  // All of an index goes to the engine as it stands.
  GlobalSecondaryIndexes: z
    .array(
      z.looseObject({
        IndexName: z.string(),
        KeySchema,
        Projection: z.looseObject({ ProjectionType: z.enum(['ALL', 'KEYS_ONLY', 'INCLUDE']) }),
      }),
    )
    .optional(),
  TimeToLiveSpecification: z.object({ AttributeName: z.string(), Enabled: z.boolean() }).optional(),
})

/** The table of the template: its name here, and what it is made of. */
export type TableDefinition = { name: string; properties: z.infer<typeof TableProperties> }

/** The one table of the template. */
export function tableOf(stack: Stack): TableDefinition {
  const [[logicalId, properties] = []] = resourcesOf(stack, 'AWS::DynamoDB::Table', TableProperties)
  if (!logicalId || !properties) throw new Error('the template has no table')
  return { name: physicalName(stack.name, logicalId), properties }
}

/** The attributes that are partition keys: the table's, and each index's by its name. */
export type PartitionKeys = { table: string; indexes: Record<string, string> }

export function partitionKeysOf({ properties }: TableDefinition): PartitionKeys {
  const hash = (schema: z.infer<typeof KeySchema>) =>
    schema.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName ?? ''
  const indexes = properties.GlobalSecondaryIndexes?.map((index) => [index.IndexName, hash(index.KeySchema)]) ?? []
  return { table: hash(properties.KeySchema), indexes: Object.fromEntries(indexes) }
}
