import { readFileSync } from 'node:fs'
import { makeClient, makePatient, type PatientCall } from '../testing/client'

type Info = { base_url: string; companies: { plan: string; key: string }[] }

/** The client waits where a limit is reached. Throws if the service has no Enterprise company. */
export function openEnterprise(infoFile: string): PatientCall {
  const { base_url, companies } = JSON.parse(readFileSync(infoFile, 'utf8')) as Info
  const key = companies.find(({ plan }) => plan === 'enterprise')?.key
  if (!key) throw new Error('the service has no Enterprise company: start it without --no-demo')
  return makePatient(makeClient({ baseUrl: base_url }, key))
}

/** `page` fetches one page by its query string. */
export async function readAllRows<Row>(
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
