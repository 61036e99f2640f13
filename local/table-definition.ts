import * as z from 'zod'
import { makePhysicalName } from './names'
import { readResources, type Stack } from './template'

const KeySchema = z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) }))

const TableProperties = z.object({
  KeySchema,
  AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.enum(['S', 'N', 'B']) })),
  BillingMode: z.enum(['PAY_PER_REQUEST', 'PROVISIONED']).optional(),
  // The definition of an index is passed to the engine unchanged.
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

export type TableDefinition = { name: string; properties: z.infer<typeof TableProperties> }

/** Reads the only table of the template. Throws if there is none. */
export function readTableDefinition(stack: Stack): TableDefinition {
  const [[logicalId, properties] = []] = readResources(stack, 'AWS::DynamoDB::Table', TableProperties)
  if (!logicalId || !properties) throw new Error('the template has no table')
  return { name: makePhysicalName(stack.name, logicalId), properties }
}

/** The attributes that are partition keys: of the table, and of each index by its name. */
export type PartitionKeys = { table: string; indexes: Record<string, string> }

export function getPartitionKeys({ properties }: TableDefinition): PartitionKeys {
  const hash = (schema: z.infer<typeof KeySchema>) =>
    schema.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName ?? ''
  const indexes = properties.GlobalSecondaryIndexes?.map((index) => [index.IndexName, hash(index.KeySchema)]) ?? []
  return { table: hash(properties.KeySchema), indexes: Object.fromEntries(indexes) }
}
