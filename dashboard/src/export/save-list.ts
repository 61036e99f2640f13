import { formatPages } from '../../../spreadsheets/export/format'
import { columnsOf, type ListName, type ListQueries, openList } from '../../../spreadsheets/export/lists'
import type { FileKind } from '../../../spreadsheets/file/table'
import { patientApi } from '../api/client'
import { findToday } from '../browser/time-zone'
import { saveParts } from './files'

/** A list, and what is asked of it. Where it is asked for a page, all pages are meant. */
export type AskedList<Name extends ListName> = { name: Name; query: ListQueries[Name] }

type SaveOptions = { kind: FileKind; signal: AbortSignal; report: (done: number, total: number) => void }

/** Parts of a file are put together from this many on, so that the browser can put them aside. */
const manyParts = 200

/** Reads the whole list, and saves it as a file of the browser's downloads. Returns its name. */
export async function saveList<Name extends ListName>(list: AskedList<Name>, options: SaveOptions): Promise<string> {
  const { kind, signal } = options
  const whole = { name: list.name, query: { ...list.query, limit: 100, offset: 0 } }
  const pages = readPages(openList(patientApi, whole, { signal }), options)
  let parts: BlobPart[] = []
  for await (const part of formatPages(pages, columnsOf(list.name), { format: kind, separator: ',' })) {
    parts.push(typeof part === 'string' ? part : new Uint8Array(part))
    if (parts.length >= manyParts) parts = [new Blob(parts)]
  }
  const name = `${list.name}-${findToday()}.${kind}`
  saveParts(name, kind, parts)
  return name
}

async function* readPages(list: ReturnType<typeof openList>, { signal, report }: SaveOptions) {
  let done = 0
  for await (const { data, pagination } of list.pages()) {
    signal.throwIfAborted()
    done += data.length
    report(done, pagination.total)
    yield data
  }
}
