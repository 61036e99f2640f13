import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { InventoryClient, Item } from '../client'
import { openEnterprise } from './client'
import { replay } from './retail-stock'
import { readSales } from './sales'

const usage = `npm run bench -- retail --csv FILE [--info FILE]

Loads the SKUs of a file of sales lines into a running service that has none of them, and finds each again by search, by SKU and by paging through;
then receives an opening stock through a purchase order, replays the sales invoice by invoice, and verifies every ledger.
Exit status 1 where something is not as the file says.

  --csv FILE    sales lines in the columns of UCI Online Retail: InvoiceNo, StockCode, Description, …
  --info FILE   of the running service (default .local/service.json); its Enterprise company is used`

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      csv: { type: 'string' },
      info: { type: 'string', default: '.local/service.json' },
      help: { type: 'boolean' },
    },
  })
  if (values.help || values.csv === undefined) return console.log(usage)
  const client = openEnterprise(values.info)
  const { sales, malformed } = readSales(readFileSync(values.csv, 'utf8'))
  // The first name of each SKU in the file wins.
  const names = new Map([...sales].reverse().map(({ sku, name }) => [sku, name]))
  console.log(`${sales.length + malformed.length} lines, ${malformed.length} malformed, ${names.size} SKUs`)
  for (const line of malformed) console.log(`  malformed, line ${line.number}: ${line.text}`)
  await load(client, names)
  const items = await client.listItems({ sort: 'sku' }).toArray()
  console.log(`paging through: ${items.length} items`)
  const found = await findAll(client, names, items)
  const ids = new Map(items.filter(({ sku }) => names.has(sku)).map(({ sku, id }) => [sku, id]))
  const held = await replay(client, sales, ids)
  if (!found || !held) process.exitCode = 1
}

async function load(client: InventoryClient, names: Map<string, string>): Promise<void> {
  const items = [...names].map(([sku, name]) => ({ sku, name }))
  for (let from = 0; from < items.length; from += 100) {
    const { data } = await client.createItems({ items: items.slice(from, from + 100) })
    const refused = data.filter((row) => 'error' in row)
    console.log(`batch of ${data.length}: ${data.length - refused.length} created, ${refused.length} refused`)
    for (const { index, error } of refused)
      console.log(`  ${items[from + index]?.sku}: ${error.code}: ${error.message}`)
  }
}

async function findAll(client: InventoryClient, names: Map<string, string>, items: Item[]): Promise<boolean> {
  const missing = { search: [] as string[], sku: [] as string[], paging: [] as string[] }
  for (const [sku, name] of names) {
    const wanted = name.trim().normalize('NFC')
    const holds = (rows: Item[]) => rows.some((item) => item.sku === sku && item.name === wanted)
    const search = async (text: string) => (await client.listItems({ limit: 100, search: text })).data
    if (!holds(await search(wanted))) missing.search.push(sku)
    if (!holds(await search(sku))) missing.sku.push(sku)
    if (!holds(items)) missing.paging.push(sku)
  }
  for (const [way, skus] of Object.entries(missing)) {
    const which = skus.length > 0 ? `; missing ${skus.join(', ')}` : ''
    console.log(`found by ${way}: ${names.size - skus.length} of ${names.size}${which}`)
  }
  return Object.values(missing).every((skus) => skus.length === 0)
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
