import type { ItemField, ItemRow } from '../../../../spreadsheets/import/item-rows'
import type { Mapping } from '../../../../spreadsheets/sheet/mapping'
import type { ReadOptions } from '../../../../spreadsheets/sheet/read-sheet'
import type { Sheet } from '../../../../spreadsheets/sheet/sheet'

/** What the worker is asked to do. */
export type Asked =
  | { kind: 'read'; name: string; bytes: Uint8Array; options: ReadOptions }
  | { kind: 'check'; sheet: Sheet; mapping: [ItemField, number][] }

type Answer<Result> = { result: Result } | { problem: string }

/** A file that somebody chose. */
export type ChosenFile = { name: string; bytes: Uint8Array }

export function readFile({ name, bytes }: ChosenFile, options: ReadOptions): Promise<Sheet> {
  return ask({ kind: 'read', name, bytes, options })
}

/** Checks each row by the rules of the service. */
export function checkRows(sheet: Sheet, mapping: Mapping<ItemField>): Promise<ItemRow[]> {
  return ask({ kind: 'check', sheet, mapping: [...mapping] })
}

/** A worker for each question: it ends with its answer, and its memory is free again. */
function ask<Result>(asked: Asked): Promise<Result> {
  const worker = new Worker(new URL('./read-worker.ts', import.meta.url), { type: 'module' })
  const answered = new Promise<Result>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Answer<Result>>) =>
      'result' in data ? resolve(data.result) : reject(new Error(data.problem))
    worker.onerror = ({ message }) => reject(new Error(message || 'The file could not be read.'))
    worker.postMessage(asked)
  })
  return answered.finally(() => worker.terminate())
}
