import type { TableDescription } from '@aws-sdk/client-dynamodb'
import * as z from 'zod'
import { makePhysicalName } from '../names'
import { parseAs } from '../parse'
import { readOutput, readResources, type Stack } from '../template'

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
  StreamSpecification: z.object({ StreamViewType: z.enum(['NEW_IMAGE']) }).optional(),
  TimeToLiveSpecification: z.object({ AttributeName: z.string(), Enabled: z.boolean() }).optional(),
})

/** `properties` is null for a table that the template names and does not make. */
export type TableDefinition = { name: string; properties: z.infer<typeof TableProperties> | null }

/** Reads the only table of the template. Without one, the output `TableName` must name an existing table. */
export function readTableDefinition(stack: Stack): TableDefinition {
  const [[logicalId, properties] = []] = readResources(stack, 'AWS::DynamoDB::Table', TableProperties)
  if (logicalId && properties) return { name: makePhysicalName(stack.name, logicalId), properties }
  const name = readOutput(stack, 'TableName')
  if (name === null) throw new Error('the template has no table, and no output TableName that names one')
  return { name, properties: null }
}

/** The attributes that are partition keys: of the table, and of each index by its name. */
export type PartitionKeys = { table: string; indexes: Record<string, string> }

const Described = z.object({
  KeySchema,
  GlobalSecondaryIndexes: z.array(z.object({ IndexName: z.string(), KeySchema })).default([]),
})

/** As the engine describes the table. */
export function readPartitionKeys(description: TableDescription | undefined): PartitionKeys {
  const described = parseAs(Described, description, 'the description of the table')
  const hash = (schema: z.infer<typeof KeySchema>) =>
    schema.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName ?? ''
  const indexes = described.GlobalSecondaryIndexes.map((index) => [index.IndexName, hash(index.KeySchema)])
  return { table: hash(described.KeySchema), indexes: Object.fromEntries(indexes) }
}
