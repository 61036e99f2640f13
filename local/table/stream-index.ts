import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs'
import { replaceFile } from '../replace-file'

// The engine keeps its tables in SQLite. With each write it looks for the newest record of the stream, and reads all
// records for that: 10 000 changes in, a write takes ten times as long. An index answers the same question at once.

const name = 'newest_stream_record'
const statement = `CREATE INDEX IF NOT EXISTS ${name} ON _stream_records (table_name, CAST(sequence_number AS INTEGER))`
/** The index is made when there is little else, so its name is near the beginning. */
const headBytes = 1_000_000
/** Two bytes of SQLite's header say how the file is written: 1 with a journal, 2 with a log. */
const versionsAt = 18

/** `file`: of an engine that is stopped. Does nothing where there is an index, or where an engine was killed. */
export async function indexStream(file: string): Promise<void> {
  if (readHead(file).includes(name) || existsSync(`${file}-wal`)) return
  // It takes longer to load than most starts take.
  const { default: initSqlJs } = await import('sql.js')
  const { Database } = await initSqlJs()
  const content = readFileSync(file)
  const versions = content.subarray(versionsAt, versionsAt + 2)
  const kept = Buffer.from(versions)
  versions.fill(1) // sql.js has no log
  const database = new Database(content)
  try {
    database.run(statement)
    const indexed = Buffer.from(database.export())
    kept.copy(indexed, versionsAt)
    replaceFile(file, indexed)
  } finally {
    database.close()
  }
}

function readHead(file: string): Buffer {
  const head = Buffer.alloc(headBytes)
  const opened = openSync(file, 'r')
  try {
    return head.subarray(0, readSync(opened, head, 0, headBytes, 0))
  } finally {
    closeSync(opened)
  }
}
