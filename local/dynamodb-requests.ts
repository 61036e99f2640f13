import * as z from 'zod'

const Text = z.object({ S: z.string().optional() })

const Query = z.object({
  TableName: z.string().optional(),
  IndexName: z.string().optional(),
  KeyConditionExpression: z.string().default(''),
  ExpressionAttributeNames: z.record(z.string(), z.string()).default({}),
  ExpressionAttributeValues: z.record(z.string(), Text).default({}),
})
export type Query = z.infer<typeof Query>

/** What names an item of a table: the text of its partition key, from its key or from the item as a whole. */
export type Keyed = { TableName?: string | undefined; Key?: string | undefined; Item?: string | undefined }

/** Describes DynamoDB's requests: only what bears on access. Of a key or an item, that is the partition key's text. */
export function describeRequests(partitionKey: string) {
  const Leading = z.object({ [partitionKey]: Text.optional() }).transform((attributes) => attributes[partitionKey]?.S)
  const Keyed = z.object({ TableName: z.string().optional(), Key: Leading.optional(), Item: Leading.optional() })
  return {
    Keyed,
    Query,
    TransactWriteItems: z.object({ TransactItems: z.array(z.record(z.string(), Keyed)).default([]) }),
    TransactGetItems: z.object({ TransactItems: z.array(z.object({ Get: Keyed })).default([]) }),
    BatchGetItem: z.object({ RequestItems: z.record(z.string(), z.object({ Keys: z.array(Leading) })) }),
    BatchWriteItem: z.object({ RequestItems: z.record(z.string(), z.array(z.record(z.string(), Keyed))) }),
  }
}
