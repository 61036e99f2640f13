import { readItems } from '../../../../spreadsheets/import/item-rows'
import { readSheet } from '../../../../spreadsheets/sheet/read-sheet'
import type { Asked } from './reader'

// Reads and checks files beside the page, which would stand still for seconds at 100 000 rows.

addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  answer(data).then(
    (result) => postMessage({ result }),
    (error) => postMessage({ problem: error instanceof Error ? error.message : String(error) }),
  )
})

async function answer(asked: Asked) {
  if (asked.kind === 'read') return readSheet(asked.name, asked.bytes, asked.options)
  return readItems(asked.sheet, new Map(asked.mapping))
}
