import { readdirSync, readFileSync } from 'node:fs'

// The guides for owners say which buttons to press: in bold, as the dashboard names them.

const folder = 'docs/guides/owners'
const guides = readdirSync(folder)
const readGuide = (name: string) => readFileSync(`${folder}/${name}`, 'utf8')

const sources = readdirSync('dashboard/src', { recursive: true, encoding: 'utf8' })
const texts = sources
  .filter((path) => path.endsWith('texts.ts'))
  .map((path) => readFileSync(`dashboard/src/${path}`, 'utf8'))

/** All texts of the dashboard, whole. `…` stands for what a text is filled with. */
const names = new Set(
  [...texts.join('\n').matchAll(/'([^'\n]+)'|`([^`\n]+)`/g)].map(([, plain, filled = '']) => {
    return plain ?? filled.replaceAll(/\$\{[^}]*\}/g, '…')
  }),
)

test.each(guides)('%s: one heading, steps, and no more than 3 KB', (name) => {
  const text = readGuide(name)
  expect(text.match(/^# .+/gm)).toEqual([text.split('\n')[0]])
  expect(text).toMatch(/^1\. /m)
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(3 * 1_024)
})

test.each(guides)('%s: the dashboard has what it names in bold', (name) => {
  const bold = [...readGuide(name).matchAll(/\*\*([^*]+)\*\*/g)].map(([, text = '']) => text.replaceAll(/\s+/g, ' '))
  expect(bold.length).toBeGreaterThan(10)
  expect(bold.filter((text) => !names.has(text))).toEqual([])
})

test.each(guides)('%s: the list of guides has it', (name) => {
  expect(readFileSync('docs/dashboard.md', 'utf8')).toContain(`](guides/owners/${name})`)
})
