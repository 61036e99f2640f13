import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

type Service = { base_url: string; companies: { plan: string; key: string }[] }

export type Call = <Answer>(method: string, path: string, body?: object, idempotencyKey?: string) => Promise<Answer>
export type List<Row> = { data: Row[]; pagination: { total: number; has_more: boolean } }

/** Calls the running service that `infoFile` tells of, as its Enterprise company; waits where a limit is reached. */
export function clientOf(infoFile: string): Call {
  const { base_url, companies } = JSON.parse(readFileSync(infoFile, 'utf8')) as Service
  const key = companies.find(({ plan }) => plan === 'enterprise')?.key
  if (!key) throw new Error('the service has no Enterprise company: start it without --no-demo')
  return async <Answer>(method: string, path: string, body?: object, idempotencyKey?: string) => {
    const headers = {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
    }
    for (;;) {
      const answer = await fetch(base_url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
      if (answer.status === 429) {
        const seconds = Number(answer.headers.get('retry-after') ?? 1)
        console.log(`rate limit reached: waiting ${seconds} s`)
        await sleep(seconds * 1_000)
      } else if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
      else return (await answer.json()) as Answer
    }
  }
}

/** Every row of a list, page by page. */
export async function everyRow<Row>(call: Call, path: string): Promise<Row[]> {
  const rows: Row[] = []
  for (let more = true; more; ) {
    const joint = path.includes('?') ? '&' : '?'
    const { data, pagination } = await call<List<Row>>('GET', `${path}${joint}limit=50&offset=${rows.length}`)
    rows.push(...data)
    more = pagination.has_more
  }
  return rows
}
