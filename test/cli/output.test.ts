import { printPages } from '../../cli/command-line'
import { writeText } from '../../cli/output'
import { makeProgress } from '../../cli/text-progress'

async function* emptyParts() {
  yield* ['', '']
}

const countListeners = () => process.stdout.eventNames().map((name) => [name, process.stdout.listenerCount(name)])

test('an output leaves no listener at stdout: Node warns of the eleventh', async () => {
  const before = countListeners()
  await writeText(emptyParts(), null)
  expect(countListeners()).toEqual(before)
})

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

test('long work tells every five seconds how far it is and how long it will take, and tells its end', () => {
  const told: string[] = []
  let now = 1_000
  const tell = makeProgress(
    'companies',
    (text) => told.push(text),
    () => now,
  )
  const at = (seconds: number, ...progress: Parameters<typeof tell>) => {
    now = 1_000 + seconds * 1_000
    tell(...progress)
  }
  at(4, 10, 10_000)
  at(6, 10, 10_000, ', up to cmp_1')
  at(8, 20, 10_000)
  at(60, 100, 1_300)
  at(120, 9_500, 10_000)
  at(121, 9_990, 10_000)
  at(122, 10_000, 10_000, ', 2 findings')
  expect(told).toEqual([
    '10 of 10,000 companies, about 1.7 hours left, up to cmp_1',
    '100 of 1,300 companies, about 12 minutes left',
    '9,500 of 10,000 companies, less than a minute left',
    '10,000 of 10,000 companies, 2 findings',
  ])
})
