import { makePartRefusal, Refusal, RowRefusal, runForRow } from '../../functions/domain/errors'
import { chooseStamp, requireRevision, requireUnchanged, touch } from '../../functions/domain/revision'
import { expectRefusal } from '../support/refusals'

const at = Date.UTC(2026, 0, 1)
const row = (time: number) => ({ rev: 3, updated_at: new Date(time).toISOString() })

test('who has seen another revision than the present one is refused', () => {
  expectRefusal(() => requireRevision('item', row(at), 2), { code: 'version_conflict' })
  expect(() => requireRevision('order', row(at), 4)).toThrow('order')
})

test('who has seen the present revision, or says none, is not refused', () => {
  expect(() => requireRevision('item', row(at), 3)).not.toThrow()
  expect(() => requireRevision('item', row(at), null)).not.toThrow()
})

const stored = { id: 'itm_1', supplier: { name: 'Acme', phone: null }, note: null, name: 'Bolt' }
const fixed = ['id', 'supplier', 'note'] as const

test.each([
  ['nothing', {}],
  ['what it is already', { id: 'itm_1', note: null }],
  ['an object with the same content', { supplier: { phone: null, name: 'Acme' } }],
  ['another value for a field that can be set', { name: 'Nut' }],
])('a request may send %s', (_, sent) => {
  expect(() => requireUnchanged(stored, sent, fixed)).not.toThrow()
})

test.each([
  ['id', { id: 'itm_2' }],
  ['id', { id: null }],
  ['supplier', { id: 'itm_1', supplier: { name: 'Best', phone: null } }],
  ['supplier', { supplier: { name: 'Acme', phone: null, email: null } }],
  ['supplier', { supplier: null }],
  ['note', { note: '' }],
])('a request may not send another value for %s: %j', (field, sent) => {
  expectRefusal(() => requireUnchanged(stored, sent, fixed), { code: 'invalid_request', field })
})

test.each(['id', 'supplier'])('a value of %s is refused however deep it is', (field) => {
  const sent = { [field]: JSON.parse('{"name":'.repeat(50_000) + 1 + '}'.repeat(50_000)) }
  expectRefusal(() => requireUnchanged(stored, sent, fixed), { code: 'invalid_request', field })
})

test('a change is stamped with the clock, or just after the last change of any of its rows', () => {
  expect(chooseStamp([], at)).toBe(at)
  expect(chooseStamp([row(at - 1), row(at - 5)], at)).toBe(at)
  expect(chooseStamp([row(at)], at)).toBe(at + 1)
  expect(chooseStamp([row(at - 5), row(at + 7)], at)).toBe(at + 8)
})

test('a touched row has the next revision, and the time of its change', () => {
  expect(touch({ ...row(at), name: 'Bolt' }, at + 5)).toEqual({ ...row(at + 5), rev: 4, name: 'Bolt' })
})

const catchError = (run: () => unknown): unknown => {
  try {
    return run()
  } catch (error) {
    return error
  }
}
const fail = (error: Error) => () => {
  throw error
}

test('a rule that holds for a row returns what it made', () => {
  expect(runForRow(3, () => 'made')).toBe('made')
})

test('a refusal that names a field names the row, too', () => {
  const error = catchError(() => runForRow(3, fail(new Refusal('insufficient_stock', 'Too few.', 'quantity'))))
  expect(error).toBeInstanceOf(RowRefusal)
  expect(error).toMatchObject({ code: 'insufficient_stock', row: 3, part: 'quantity', message: 'Too few.' })
})

test.each([
  ['a refusal without a field', new Refusal('invalid_state', 'No.')],
  ['an error that is no refusal', Object.assign(new Error('lost'), { field: 'quantity' })],
])('%s stays what it is', (_, error) => {
  expect(catchError(() => runForRow(3, fail(error)))).toBe(error)
})

test('a row refusal names the part until the request’s own name of it is known', () => {
  const refusal = makePartRefusal(2, 'line_item_id', 'must be a line of the order')
  expect(refusal).toMatchObject({ code: 'invalid_request', row: 2, part: 'line_item_id', field: 'line_item_id' })
  expect(refusal.message).toBe("The 'line_item_id' field must be a line of the order.")
  expect(refusal.describe('lines[2].id')).toBe("The 'lines[2].id' field must be a line of the order.")
})

test('a refusal of a whole row has no field', () => {
  const refusal = new RowRefusal('over_receipt', 2, null, (field) => `Too many${field}.`)
  expect(refusal).toMatchObject({ part: null, message: 'Too many.' })
  expect(refusal.field).toBeUndefined()
})

test('in a log, a refusal is told from an error by its name', () => {
  expect(String(new Refusal('invalid_state', 'No.'))).toBe('Refusal: No.')
})
