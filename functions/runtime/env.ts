import * as z from 'zod'

const text = z.string().min(1)
const name = text.optional()

/** Who signs people in, and the value of the API Gateway key that all people share. JSON. */
const people = z
  .string()
  .transform((text) => JSON.parse(text))
  .pipe(
    z.object({
      issuer: z.string(),
      clientId: z.string(),
      audience: z.string().nullable(),
      gatewayKey: z.string(),
      /** Its id. Null where the provider is not ours. */
      userPool: z.string().nullable(),
      /** Owners need a second factor. */
      ownerMfa: z.boolean(),
    }),
  )
  .optional()

/** Set by the stack, parsed once at the start. A function has only the names of what it uses. */
export const env = z
  .object({
    TABLE_NAME: text,
    COMPACTION_FUNCTION: name,
    RESTORE_FUNCTION: name,
    /** Of the functions that make API keys: API Gateway's keys are tagged with it. */
    STACK_NAME: name,
    PEOPLE: people,
    EVENT_BUS: name,
    FAILURES_QUEUE_URL: name,
    DELIVERIES_QUEUE_URL: name,
    NIGHTLY_QUEUE_URL: name,
    ALERTS_QUEUE_URL: name,
    /** The address from which alerts come. Without it, the service sends no mail. */
    MAIL_FROM: name,
    DASHBOARD_URL: z.url().optional(),
    /** The ARN of the secret that holds the master key. */
    WEBHOOK_KEY: name,
    /** Set by the local service alone: a new key works at once. */
    LOCAL_KEYS: z.literal('true').optional(),
    /** Set by the local service alone: webhooks may then lead to this machine, and by http. */
    LOCAL_WEBHOOKS: z.literal('true').optional(),
  })
  .parse(process.env, { jitless: true }) // once: to make code for it would take longer
