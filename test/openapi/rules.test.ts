import { describeApi } from '../../openapi/document'
import { makeAddress } from '../support/contract/addresses'
import { Customer } from '../support/contract/customer'
import { readContract } from '../support/contract/document'
import { isExcused } from '../support/contract/rules'

// The rules of the contract test excuse a refusal only where the request can break them.

const { operations } = readContract(describeApi())
const customer = new Customer({ full: '', reader: '', writer: '', sender: '', owner: '', guest: '' })
const [known, taken, fresh] = ['known', makeAddress(), makeAddress()]
customer.add('item', known)
customer.add('idtoken', known)
customer.add('address', taken)
customer.learnOrder({ id: 'po_1', line_items: [{ id: known }] })
customer.learnMovement({ id: 'txn_in', quantity_change: 1 })
customer.learnMovement({ id: 'txn_out', quantity_change: -1 })

function excuses(id: string, value: unknown, field: string, of = 'po_1'): boolean {
  const operation = operations.find((each) => each.id === id)
  if (!operation) throw new Error(`there is no operation ${id}`)
  const request = { operation, customer, path: { id: of }, query: {}, headers: {} }
  return isExcused({ ...request, body: { given: true, value } }, field)
}

const lineOf = (line: object) => ({ lines: [line] })

test.each<[what: string, excused: boolean]>([
  ['a line of the order', excuses('receive-order', lineOf({ line_item_id: known }), 'lines[0].line_item_id')],
  ['nothing accepted', excuses('receive-order', { lines: [{ quantity_rejected: 1 }] }, 'lines[0].quantity_accepted')],
  ['no field, though there are lines', excuses('receive-order', lineOf({ line_item_id: known }), '')],
  ['an item that is there', excuses('restore-snapshot', { item_ids: [known] }, 'item_ids[0]')],
  ['what added to the stock', excuses('reverse-transaction', {}, 'quantity', 'txn_in')],
  ['an address that nobody has', excuses('invite-person', { email: fresh }, 'email')],
  ['a token of the provider', excuses('link-account', { id_token: ` ${known}` }, 'id_token')],
  ['a far end of a key', excuses('create-key', { expires_at: '2099-01-01T00:00:00Z' }, 'expires_at')],
])('a refusal is not excused by %s', (_, excused) => expect(excused).toBe(false))

test.each<[what: string, excused: boolean]>([
  ['another line', excuses('receive-order', lineOf({ line_item_id: 'other' }), 'lines[0].line_item_id')],
  ['no lines', excuses('receive-order', {}, '')],
  ['null in place of lines', excuses('receive-order', { lines: null }, '')],
  ['an item that is not there', excuses('restore-snapshot', { item_ids: ['other'] }, 'item_ids[0]')],
  ['what took from the stock', excuses('reverse-transaction', {}, 'quantity', 'txn_out')],
  ['an address that somebody has', excuses('invite-person', { email: taken }, 'email')],
  ['no address', excuses('invite-person', { email: 'a@b' }, 'email')],
  ['a token that nobody made', excuses('link-account', { id_token: 'other' }, 'id_token')],
  ['a key that has expired', excuses('create-key', { expires_at: '2020-01-01T00:00:00Z' }, 'expires_at')],
])('a refusal may be excused by %s', (_, excused) => expect(excused).toBe(true))
