import { readFileSync, writeFileSync } from 'node:fs'
import { type RouteId, routes } from '../../functions/routes'
import { getRowKind, rowKinds } from '../../functions/store/table/row-kinds'
import type { RowKind } from '../../functions/store/table/schema'
import { grants } from '../../lib/table/access'

// Tables of the architecture that are made of the code: npm run promises writes them.

/** What a page is when the table that begins with `head` has these rows. */
function putTable(page: string, head: string[], rows: string[][]): { before: string; now: string } {
  const before = readFileSync(page, 'utf8')
  const toLine = (cells: string[]) => `| ${cells.join(' | ')} |\n`
  const table = [head, head.map(() => '---'), ...rows].map(toLine).join('')
  const start = before.indexOf(toLine(head))
  const end = before.indexOf('\n\n', start) + 1
  const now = before.slice(0, start) + table + before.slice(end || before.length)
  if (globalThis.writes) writeFileSync(page, now)
  return { before, now }
}

const code = (text: string) => `\`${text.replaceAll('|', '\\|')}\``

test('the table of all kinds of rows is that of the code', () => {
  const rows = (Object.keys(rowKinds) as RowKind[]).map((kind) => {
    const { holds, by = 'company', sortKey, moves, lasts } = getRowKind(kind)
    const marks = [moves, lasts].map((is) => (is ? 'yes' : '–'))
    return [holds, code(`${kind}#${by}`), sortKey ? code(sortKey.source) : 'id', ...marks]
  })
  const head = ['Rows', 'Partition key', 'Sort key', 'Moves', 'Never expires']
  const { before, now } = putTable('docs/architecture.md', head, rows)
  expect(before).toBe(now)
})

test('the table of routes, their handlers and their rows is that of the code', () => {
  const reads = ['GetItem', 'BatchGetItem', 'Query'] as string[]
  const rows = (Object.keys(routes) as RouteId[]).map((id) => {
    const listKinds = (read: boolean) => {
      const some = grants[id].filter(({ action }) => reads.includes(action) === read)
      const kinds = some.flatMap(({ kinds }) => kinds.map((kind) => kind.slice(0, -1)))
      return [...new Set(kinds)].sort().join(', ')
    }
    const { method, path } = routes[id]
    return [code(`${method} ${path}`), `[${id}](../../functions/handlers/${id}.ts)`, listKinds(true), listKinds(false)]
  })
  const { before, now } = putTable('docs/rooms/routes.md', ['Route', 'Handler', 'Reads', 'Writes'], rows)
  expect(before).toBe(now)
})
