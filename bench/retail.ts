import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { parse } from 'csv-parse/sync'

// Loads the SKUs of a file of sales lines (UCI Online Retail's columns) into a running service, and finds each again by search,
// by SKU and by paging through. Exit status 1 where one is not found.

const usage = `npm run retail -- --csv FILE [--info FILE]

  --csv FILE    sales lines: InvoiceNo, StockCode, Description, …
  --info FILE   of the running service (default .local/service.json); its Enterprise company is used`

type Item = { id: string; sku: string; name: string }
type Row = { index: number; status: number; item?: Item; error?: { code: string; message: string } }
type Service = { base_url: string; companies: { plan: string; key: string }[] }

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      csv: { type: 'string' },
      info: { type: 'string', default: '.local/service.json' },
      help: { type: 'boolean' },
    },
  })
  if (values.help || values.csv === undefined) return console.log(usage)
  const call = caller(JSON.parse(readFileSync(values.info, 'utf8')) as Service)
  const { lines, malformed, products } = readSales(readFileSync(values.csv, 'utf8'))
  console.log(`${lines} lines, ${malformed.length} malformed, ${products.size} SKUs`)
  for (const line of malformed) console.log(`  malformed, line ${line.number}: ${line.text}`)

  await load(call, products)
  const found = await everyItem(call)
  const missing = { search: [] as string[], sku: [] as string[], paging: [] as string[] }
  for (const [sku, name] of products) {
    const wanted = name.trim().normalize('NFC')
    const holds = (items: Item[]) => items.some((item) => item.sku === sku && item.name === wanted)
    if (!holds((await call<List>('GET', `/items?limit=100&search=${encodeURIComponent(wanted)}`)).data))
      missing.search.push(sku)
    if (!holds((await call<List>('GET', `/items?limit=100&search=${encodeURIComponent(sku)}`)).data))
      missing.sku.push(sku)
    if (!holds(found)) missing.paging.push(sku)
  }
  for (const [way, skus] of Object.entries(missing)) {
    console.log(
      `found by ${way}: ${products.size - skus.length} of ${products.size}${skus.length > 0 ? `; missing ${skus.join(', ')}` : ''}`,
    )
    if (skus.length > 0) process.exitCode = 1
  }
}

/** The products of the file, by stock code, named as they stand where they stand first; and the lines that are none. */
function readSales(text: string) {
  const products = new Map<string, string>()
  const malformed: { number: number; text: string }[] = []
  const [header = [], ...rows] = parse(text, { relax_column_count: true, relax_quotes: true }) as string[][]
  rows.forEach((row, index) => {
    const [, sku = '', name = '', quantity = ''] = row
    const valid = row.length === header.length && sku !== '' && name.trim() !== '' && Number.isInteger(Number(quantity))
    if (!valid) malformed.push({ number: index + 2, text: row.join(',') })
    else if (!products.has(sku)) products.set(sku, name)
  })
  return { lines: rows.length, malformed, products }
}

type Call = <Answer>(method: string, path: string, body?: object) => Promise<Answer>
type List = { data: Item[]; pagination: { total: number; has_more: boolean } }

function caller({ base_url, companies }: Service): Call {
  const key = companies.find(({ plan }) => plan === 'enterprise')?.key
  if (!key) throw new Error('the service has no Enterprise company: start it without --no-demo')
  return async <Answer>(method: string, path: string, body?: object) => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
    const answer = await fetch(base_url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
}

async function load(call: Call, products: Map<string, string>): Promise<void> {
  const items = [...products].map(([sku, name]) => ({ sku, name }))
  for (let from = 0; from < items.length; from += 100) {
    const { data } = await call<{ data: Row[] }>('POST', '/items/batch', { items: items.slice(from, from + 100) })
    const refused = data.filter(({ status }) => status !== 201)
    console.log(`batch of ${data.length}: ${data.length - refused.length} created, ${refused.length} refused`)
    for (const { index, error } of refused)
      console.log(`  ${items[from + index]?.sku}: ${error?.code}: ${error?.message}`)
  }
}

async function everyItem(call: Call): Promise<Item[]> {
  const items: Item[] = []
  for (let more = true; more; ) {
    const { data, pagination } = await call<List>('GET', `/items?limit=50&offset=${items.length}&sort=sku`)
    items.push(...data)
    more = pagination.has_more
  }
  console.log(`paging through: ${items.length} items`)
  return items
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
