import { readFileSync } from 'node:fs'

const read = (file: string) => readFileSync(file, 'utf8')
const { version } = JSON.parse(read('package.json')) as { version: string }

test('the changelog, the packages and the page about rollbacks name one release', () => {
  const [, newest] = /^## (\d+\.\d+\.\d+) \(\d{4}-\d\d-\d\d\)$/m.exec(read('CHANGELOG.md')) ?? []
  expect(newest).toBe(version)
  expect(JSON.parse(read('client/package.json')).version).toBe(version)
  const tags = [...read('docs/deploying.md').matchAll(/git checkout v(\d+\.\d+\.\d+)/g)].map(([, tag]) => tag)
  const released = [...read('CHANGELOG.md').matchAll(/^## (\d+\.\d+\.\d+) /gm)].map(([, release]) => release)
  expect(tags.length).toBeGreaterThan(0)
  expect(tags.filter((tag) => !released.includes(tag))).toEqual([])
})
