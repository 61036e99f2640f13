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

/** The parts of a request that name a row: the text of the partition key, from the key or from the whole row. */
export type KeyRequest = { TableName?: string | undefined; Key?: string | undefined; Item?: string | undefined }

/** DynamoDB's requests, with only the parts that access depends on. */
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
