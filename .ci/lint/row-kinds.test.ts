import { readFileSync, writeFileSync } from 'node:fs'
import { getRowKind, rowKinds } from '../../functions/store/table/row-kinds'
import type { RowKind } from '../../functions/store/table/schema'

const page = 'docs/architecture.md'
const head = '| Rows | Partition key | Sort key | Moves | Never expires |\n| --- | --- | --- | --- | --- |\n'

function describeKind(kind: RowKind): string {
  const { holds, by = 'company', sortKey, moves, lasts } = getRowKind(kind)
  const pattern = sortKey ? `\`${sortKey.source.replaceAll('|', '\\|')}\`` : 'id'
  const marks = [moves, lasts].map((is) => (is ? 'yes' : '–'))
  return `| ${[holds, `\`${kind}#${by}\``, pattern, ...marks].join(' | ')} |\n`
}

test('the architecture has the table of all kinds of rows: else npm run promises writes it', () => {
  const before = readFileSync(page, 'utf8')
  const table = head + (Object.keys(rowKinds) as RowKind[]).map(describeKind).join('')
  const [start = ''] = head.split('\n')
  const end = before.indexOf('\n\n', before.indexOf(start)) + 1
  const now = before.slice(0, before.indexOf(start)) + table + before.slice(end)
  if (globalThis.writes) writeFileSync(page, now)
  expect(before).toBe(now)
})
