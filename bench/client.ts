import { readFileSync } from 'node:fs'
import { clientOf, type PatientCall, patient } from '../testing/client'

type Info = { base_url: string; companies: { plan: string; key: string }[] }

/** Calls the running service that `infoFile` tells of, as its Enterprise company; waits where a limit is reached. */
export function openEnterprise(infoFile: string): PatientCall {
  const { base_url, companies } = JSON.parse(readFileSync(infoFile, 'utf8')) as Info
  const key = companies.find(({ plan }) => plan === 'enterprise')?.key
  if (!key) throw new Error('the service has no Enterprise company: start it without --no-demo')
  return patient(clientOf({ baseUrl: base_url }, key))
}

/** Every row of a list, page by page: `page` asks for one, by its query. */
export async function everyRow<Row>(
  page: (query: string) => Promise<{ data: Row[]; pagination: { has_more: boolean } }>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let more = true; more; ) {
    const { data, pagination } = await page(`limit=50&offset=${rows.length}`)
    rows.push(...data)
    more = pagination.has_more
  }
  return rows
}
