import { linkSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import initSqlJs from 'sql.js'
import { openLocalTable } from '../../cli/target'
import { indexStream } from '../../local/table/stream-index'
import { StreamReader } from '../../local/table/stream-reader'
import { startTableEngine } from '../../local/table/table-engine'
import { useFolder } from '../support/folder'
import { makeLogRow } from '../support/log-rows'
import { putRows } from '../support/put-rows'
import { rehearse } from '../support/rehearse'
import { readTestStack } from '../support/stack'

const folder = useFolder()

async function run(sql: string): Promise<string> {
  const content = readFileSync(join(folder, 'inventory.db'))
  content.fill(1, 18, 20)
  const database = new (await initSqlJs()).Database(content)
  const [result] = database.exec(sql)
  database.close()
  return JSON.stringify(result?.values ?? [])
}

rehearse(
  'the engine finds the newest record of the stream by an index, in a new folder and in one of before',
  async () => {
    const search = "SELECT MAX(CAST(sequence_number AS INTEGER)) FROM _stream_records WHERE table_name = 'x'"
    const company = 'cmp_01K00000000000000000000001'
    for (const at of [1_000, 2_000]) {
      const engine = await startTableEngine(readTestStack(), folder, { stream: true })
      const table = openLocalTable(engine.table, engine.endpoint)
      await putRows(table, [makeLogRow(company, { at })])
      table.db.destroy()
      await engine.stop()
      expect(await run(`EXPLAIN QUERY PLAN ${search}`)).toContain('INDEX newest_stream_record')
    }
    expect(await run('SELECT COUNT(*) FROM _stream_records')).toBe('[[2]]')
    await indexStream(join(folder, 'inventory.db'))
    expect(await run('PRAGMA integrity_check')).toBe('[["ok"]]')
  },
)

test('a database is whole at each moment: the index is put into a copy, which takes its place', async () => {
  const [file, before] = [join(folder, 'other.db'), join(folder, 'before.db')]
  const database = new (await initSqlJs()).Database()
  database.run('CREATE TABLE _stream_records (table_name, sequence_number)')
  writeFileSync(file, database.export())
  database.close()
  linkSync(file, before) // sees what is written in place
  await indexStream(file)
  expect(readFileSync(file).includes('newest_stream_record')).toBe(true)
  expect(readFileSync(before).includes('newest_stream_record')).toBe(false)
})

test('a place that was half written is none: the stream is read from its beginning again', async () => {
  const engine = await startTableEngine(readTestStack(), null, { stream: true })
  const table = openLocalTable(engine.table, engine.endpoint)
  const place = join(folder, 'stream.json')
  const readAll = async () => {
    const reader = await StreamReader.open(engine.endpoint, engine.table, place)
    const records = (await reader?.read(10)) ?? []
    reader?.keepPlace()
    reader?.stop()
    return records.length
  }
  await putRows(table, [makeLogRow('cmp_01K00000000000000000000001', { at: 1_000 })])
  expect([await readAll(), await readAll()]).toEqual([1, 0])
  truncateSync(place, 20)
  expect(await readAll()).toBe(1)
  table.db.destroy()
  await engine.stop()
})
