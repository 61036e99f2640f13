import type { RouteId } from '../../functions/routes'
import { expectRequestRefusal, noTime, parseRequest, type Told } from '../support/input'
import { unknownIds } from '../support/requests/ids'

// What bodies of items, stock and orders are refused before a row is read, whoever sends them.

/** What is wrong, what is sent beside or in place of what is right, and what is told. */
type Case = [what: string, sent: object, ...Told]

const positive = 'must be a positive integer'
const required = 'is required'
const unknown = 'is not known'
const empty = 'must not be empty'
const orSku = "is required, or 'sku' in its place"
const tooLarge = 'must be at most 2147483647'
const illFormed = 'must be well-formed Unicode'
const requiredWith = (field: string) => `is required with '${field}'`
const atMost = (count: number) => `must be at most ${count} characters long`

const bolt = { name: 'Bolt', sku: 'B-1' }
const issue = { type: 'issue', sku: 'A', quantity: 1 }
const line = { sku: 'A', quantity_ordered: 5 }
const order = { supplier: { name: 'Acme' }, line_items: [line] }
const delivered = { line_item_id: 'pol_1', quantity_accepted: 1 }
const deliver = (quantity_accepted: number) => ({ lines: [{ ...delivered, quantity_accepted }] })
const reasons = 'restock, sale, damage, loss, theft, expired, correction, stocktake, sample, other'
const ofOrder = { order_id: 'po_1', line_item_id: 'pol_1' }
const endless = `${'k'.repeat(100)}…`
const currencyCode = 'must be an ISO 4217 code such as EUR'
const costForm = 'must be a decimal string such as "2.50"'
const costLimits = ', with at most 12 digits and 6 decimals'
const withLines = (...lines: object[]) => ({ line_items: lines.map((each) => ({ ...line, ...each })) })
const ofLine = (name: string) => `line_items[0].${name}`

/** Tests that a route takes a body that is right, and tells what is wrong beside it. */
function refuses(id: RouteId, right: object, cases: Case[]): void {
  describe(id, () => {
    test('what is right is taken', () => void parseRequest(id, { body: right }))

    test.each(cases)('%s is refused, with the field', (_, sent, ...told) =>
      expectRequestRefusal(id, { body: { ...right, ...sent } }, told),
    )
  })
}

refuses('create-item', bolt, [
  ['a negative quantity, the spec’s own example', { quantity: -1 }, 'quantity', positive],
  ['a fractional quantity', { quantity: 1.5 }, 'quantity', positive],
  ['a textual quantity', { quantity: '5' }, 'quantity', positive],
  ['a quantity that is null', { quantity: null }, 'quantity', positive],
  ['a quantity too large', { quantity: 2_147_483_648 }, 'quantity', tooLarge],
  ['no name', { name: undefined }, 'name', required],
  ['no SKU', { sku: undefined }, 'sku', required],
  ['a name of blanks', { name: ' \t ' }, 'name', empty],
  ['a name that is a number', { name: 5 }, 'name', 'must be a string'],
  ['a name too long', { name: 'x'.repeat(201) }, 'name', atMost(200)],
  ['a name that takes long to normalize', { name: `a${'\u0301\u0316'.repeat(100_000)}` }, 'name', atMost(200)],
  ['a SKU too long', { sku: 'x'.repeat(101) }, 'sku', atMost(100)],
  ['a control character', { barcode: 'a\u0000b' }, 'barcode', 'must not contain control characters'],
  ['half a surrogate pair', { name: '\ud800' }, 'name', illFormed],
  ['a character that stands for bytes that were none', { name: 'bad \ufffd' }, 'name', illFormed],
  ['an unknown field with an endless name', { ['k'.repeat(3_500_000)]: 1 }, endless, unknown],
  ['an unknown field', { colour: 'red' }, 'colour', unknown],
  ['a field of ours', { id: 'itm_1' }, 'id', unknown],
  ['an invisible character in a SKU', { sku: 'A\u200bB' }, 'sku'],
  ['a SKU that begins to be written from the right', { sku: '\u202eAB' }, 'sku'],
  ['an invisible character in a barcode', { barcode: 'A\u00adB' }, 'barcode'],
  ['a name of invisible characters', { name: '\u200b\u200d' }, 'name'],
  ['a name of a filler', { name: '\u3164' }, 'name'],
  ['a location of a blank of Braille', { location: '\u2800' }, 'location'],
])

refuses('update-item', {}, [
  ['null for the name', { name: null }, 'name', 'must be a string'],
  ['null for the quantity', { quantity: null }, 'quantity', positive],
  ['a negative reorder point', { reorder_point: -1 }, 'reorder_point', positive],
  ['an empty location', { location: '' }, 'location', empty],
])

refuses('create-items', { items: [bolt] }, [
  ['no row', { items: [] }, 'items', empty],
  ['no list', { items: {} }, 'items', 'must be a list'],
  ['nothing', { items: undefined }, 'items', required],
])

refuses('create-transactions', issue, [
  ['no type', { type: undefined }, 'type', required],
  ['a type of ours', { type: 'initial' }, 'type', 'must be one of receive, issue, return, adjust, count'],
  ['an issue of nothing', { quantity: 0 }, 'quantity', positive],
  ['a negative receipt', { type: 'receive', quantity: -1 }, 'quantity', positive],
  ['a fractional return', { type: 'return', quantity: 1.5 }, 'quantity', positive],
  ['a textual quantity', { quantity: '1' }, 'quantity', positive],
  ['a negative count', { type: 'count', quantity: -1 }, 'quantity', positive],
  ['an adjustment by nothing', { type: 'adjust', quantity: 0 }, 'quantity', 'must be an integer other than 0'],
  ['no quantity', { quantity: undefined }, 'quantity', required],
  ['a quantity too large', { quantity: 2_147_483_648 }, 'quantity', tooLarge],
  ['no item', { sku: undefined }, 'item_id', orSku],
  ['an item named twice', { item_id: unknownIds.item }, 'sku', "must not stand beside 'item_id'"],
  ['an unknown field', { colour: 1 }, 'colour', unknown],
  ['an unknown reason', { reason: 'whim' }, 'reason', `must be one of ${reasons}`],
  ['a long reference', { reference: 'x'.repeat(256) }, 'reference', atMost(255)],
  ['a long note', { note: 'x'.repeat(1001) }, 'note', atMost(1000)],
  ['a time that is none', { occurred_at: 'yesterday' }, 'occurred_at', noTime],
  ['a time outside of the years by its offset', { occurred_at: '0000-01-01T00:00:00+14:00' }, 'occurred_at', noTime],
  ['an order with another type', ofOrder, 'order_id', "goes with the type 'receive' alone"],
  ['an order without its line', { type: 'receive', order_id: 'po_1' }, 'line_item_id', requiredWith('order_id')],
  ['a line without its order', { type: 'receive', line_item_id: 'pol_1' }, 'order_id', requiredWith('line_item_id')],
  ['rows beside a movement', { transactions: [issue] }, 'type', unknown],
  ['a dry run that is neither', { dry_run: 'yes' }, 'dry_run', 'must be true or false'],
])

refuses('create-transactions', { transactions: [issue] }, [
  ['neither rows nor a movement', { transactions: null }, 'type', required],
  ['no rows', { transactions: [] }, 'transactions', empty],
  ['a row that is no object', { transactions: [issue, 5] }, 'transactions[1]', 'must be an object'],
  ['a bad row', { transactions: [issue, { ...issue, quantity: 0 }] }, 'transactions[1].quantity', positive],
])

refuses('create-order', order, [
  ['no supplier', { supplier: undefined }, 'supplier', required],
  ['a supplier that is a text', { supplier: 'Acme' }, 'supplier', 'must be an object'],
  ['a supplier without a name', { supplier: {} }, 'supplier.name', required],
  ['an address that is none', { supplier: { name: 'A', email: 'acme' } }, 'supplier.email', 'must be an email address'],
  ['an unknown currency', { currency: 'XXZ' }, 'currency', currencyCode],
  ['a currency in lower case', { currency: 'eur' }, 'currency', currencyCode],
  ['a date that is none', { expected_at: '2026-02-30' }, 'expected_at', 'must be a date such as 2026-03-14'],
  ['a state of ours', { status: 'received' }, 'status', 'must be one of draft, ordered'],
  ['no lines', { line_items: undefined }, 'line_items', required],
  ['an empty list of lines', { line_items: [] }, 'line_items', empty],
  ['a line of none', withLines(line, { quantity_ordered: 0 }), 'line_items[1].quantity_ordered', positive],
  ['a line without a quantity', withLines({ quantity_ordered: undefined }), ofLine('quantity_ordered'), required],
  ['a line without an item', withLines({ sku: undefined }), ofLine('item_id'), orSku],
  ['a cost that is a number', withLines({ unit_cost: 2.5 }), ofLine('unit_cost'), costForm],
  ['a negative cost', withLines({ unit_cost: '-1' }), ofLine('unit_cost'), `${costForm}${costLimits}`],
  ['notes too long', withLines({ notes: 'x'.repeat(201) }), ofLine('notes'), atMost(200)],
  ['a field of ours', { subtotal: '1.00' }, 'subtotal', unknown],
])

refuses('receive-order', {}, [
  ['an empty list of lines', { lines: [] }, 'lines', empty],
  ['a negative delivery', deliver(-1), 'lines[0].quantity_accepted', positive],
  ['a line of nothing', deliver(0), 'lines[0].quantity_accepted', 'must be positive, unless something was rejected'],
])

test.each<[RouteId, right: object, field: string, row: object, most: number, advice: string]>([
  ['create-items', {}, 'items', bolt, 100, 'send the rest in another request'],
  ['create-transactions', {}, 'transactions', issue, 40, 'send the rest in another request'],
  ['create-order', order, 'line_items', line, 200, 'put the others into another order'],
  ['receive-order', {}, 'lines', delivered, 45, 'receive the others in further requests'],
])('%s: one row more than may be is refused, with what to do', (...[id, right, field, row, most, advice]) => {
  const send = (count: number) => ({ body: { ...right, [field]: Array(count).fill(row) } })
  expect(() => parseRequest(id, send(most))).not.toThrow()
  expectRequestRefusal(id, send(most + 1), [field, `must have at most ${most} rows; ${advice}`, 'limit_exceeded'])
})
