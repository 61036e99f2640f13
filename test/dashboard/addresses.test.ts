import { makeQuery, parseItemSearch, parseItemsSearch } from '../../dashboard/src/items/search'
import { choose } from '../../dashboard/src/settings/webhooks/events'
import { parseMoveSearch } from '../../dashboard/src/stock/move-search'

test('an address shows what it says, and leaves out what is broken', () => {
  const search = { search: 12, location: '', low_stock: 'yes', sort: 'price', offset: -3, create: true, move: 'sell' }
  expect(parseItemsSearch(search)).toEqual({ search: '12', create: true })
  expect(parseItemSearch({ offset: '25', edit: 1, reverse: 'txn_1' })).toEqual({ offset: 25, reverse: 'txn_1' })
})

test('of an address, the API is asked for its own filters alone', () => {
  const search = { search: 'bolt', create: true, barcode: '4006381333931', move: 'sell', of: 'itm_1' } as const
  expect(makeQuery(search)).toEqual({ search: 'bolt', sort: 'name', offset: 0, limit: 25 })
})

test('a movement needs its kind and its item', () => {
  expect(parseMoveSearch({ move: 'sell', of: 'itm_1' })).toEqual({ move: 'sell', of: 'itm_1' })
  expect(parseMoveSearch({ move: 'steal', of: 'itm_1' })).toEqual({})
  expect(parseMoveSearch({ move: 'sell' })).toEqual({})
})

test('an event that covers others stands for them', () => {
  expect(choose('item.*', true, ['item.created', 'order.placed'])).toEqual(['order.placed', 'item.*'])
  expect(choose('item.*', false, ['item.*'])).toEqual([])
})
