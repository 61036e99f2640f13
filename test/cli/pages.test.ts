import { printPages } from '../../cli/command-line'

/** What is printed of the pages. */
async function print(pages: object[][], options: { json?: boolean }): Promise<string> {
  async function* list() {
    for (const page of pages) yield page as Record<string, unknown>[]
  }
  const { write } = process.stdout
  let printed = ''
  process.stdout.write = ((text: string, ...rest: unknown[]) => {
    printed += text
    const done = rest.at(-1)
    if (typeof done === 'function') done()
    return true
  }) as typeof write
  await printPages(list(), options).finally(() => {
    process.stdout.write = write
  })
  return printed
}

const rows = [{ id: 'cmp_1' }, { id: 'cmp_2' }, { id: 'cmp_3' }]

test.each([
  ['all at once', [rows]],
  ['page by page', [rows.slice(0, 2), [], rows.slice(2)]],
])('a list that is printed %s is the same', async (_, pages) => {
  expect(await print(pages, { json: true })).toBe(`${JSON.stringify({ data: rows })}\n`)
  const lines = rows.map(({ id }) => `id            ${id}\n`)
  expect(await print(pages, {})).toBe(lines.join('\n'))
})

test('a list without rows is empty, and not nothing', async () => {
  expect(await print([], { json: true })).toBe('{"data":[]}\n')
  expect(await print([], {})).toBe('None.\n')
})
