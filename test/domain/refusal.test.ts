import { makePartRefusal, Refusal, RowRefusal, runForRow } from '../../functions/domain/errors'

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
