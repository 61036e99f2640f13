import { useState } from 'react'
import type { Item } from '../../../client'
import { api } from '../api/client'
import { itemQueries } from '../api/queries'
import { sendOnce } from '../api/send-once'
import { say } from '../browser/said'
import { ItemSearch } from './item-search'
import { texts } from './texts'

/** Finds the item that a code is on, whose barcode it becomes. A notice offers to give it the one of before. */
export function GiveCode({ code, onGiven }: { code: string; onGiven: () => void }) {
  const [text, setText] = useState('')
  const setBarcode = ({ id }: Item, barcode: string | null, tell: () => void) =>
    sendOnce({ stale: itemQueries, send: (options) => api.updateItem(id, { barcode }, options), tell })
  const takeBack = (item: Item) => setBarcode(item, item.barcode, () => say(texts.barcodeBack(item.name, item.barcode)))
  const give = (item: Item) => {
    setText('') // a second press would go on twice
    void setBarcode(item, code, () => {
      say(texts.given(item.name, code), { act: () => takeBack(item) })
      onGiven()
    })
  }
  return <ItemSearch label={texts.give} description={texts.giveHint} text={text} onText={setText} onItem={give} />
}
