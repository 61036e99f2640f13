import * as z from 'zod'
import { nameAnswer } from '../../functions/store/commit/idempotency'
import { keys, type Row } from '../../functions/store/table/schema'
import { nameSecret } from '../../functions/store/webhooks/webhook-row'
import { isSealed, isWrongKey, type Sealing } from '../webhooks/master-key'
import { getKind } from './company-rows'

/** From one key to another. `unreadable`: rows with texts that another key has sealed. They stay as they are. */
export type Resealing = { from: Pick<Sealing, 'open'>; to: Pick<Sealing, 'seal'>; unreadable: string[] }

const Secrets = z.object({ secret: z.string(), previous_secret: z.looseObject({ secret: z.string() }).optional() })

/** The same row. The secrets of a webhook, and an answer that shows a secret, are sealed anew. */
export async function resealRow(companyId: string, row: Row, resealing: Resealing): Promise<Row> {
  const kind = getKind(row)
  if (kind === 'WEBHOOKS' && row.sk !== keys.webhookCount('').sk) return resealWebhook(companyId, row, resealing)
  if (kind !== 'IDEMPOTENCY' || typeof row.body !== 'string' || !isSealed(row.body)) return row
  const { pk } = keys.idempotency(companyId, '', null)
  const context = nameAnswer(companyId, String(row.pk).slice(pk.length))
  return { ...row, body: await reseal(row.body, context, row, resealing) }
}

async function resealWebhook(companyId: string, row: Row, resealing: Resealing): Promise<Row> {
  const { secret, previous_secret } = Secrets.parse(row)
  const anew = (text: string) => reseal(text, nameSecret(companyId, String(row.sk)), row, resealing)
  return {
    ...row,
    secret: await anew(secret),
    ...(previous_secret && { previous_secret: { ...previous_secret, secret: await anew(previous_secret.secret) } }),
  }
}

/** What no key opens could not be used before, either. */
async function reseal(text: string, context: string, { pk, sk }: Row, { from, to, unreadable }: Resealing) {
  try {
    return await to.seal(await from.open(text, context), context)
  } catch (error) {
    if (!(error instanceof Error) || !isWrongKey(error)) throw error
    unreadable.push(`${pk} ${sk}`)
    return text
  }
}
