import { readFileSync } from 'node:fs'
import { operations } from '../../client/generated/methods'
import { runProgram } from '../support/command'
import { chooseCases } from '../support/sample'
import { chooseSeed } from '../support/seed'

// What single documents promise.

const read = (file: string) => readFileSync(file, 'utf8')
const { scripts, version } = JSON.parse(read('package.json')) as {
  scripts: { [name: string]: string }
  version: string
}

test('the README has at most 150 lines', () => {
  expect(read('README.md').split('\n').length).toBeLessThanOrEqual(150)
})

test('the README of the client names every call', () => {
  const text = read('client/README.md')
  expect(Object.keys(operations).filter((name) => !text.includes(`\`${name}\``))).toEqual([])
})

// docs/checks.md says that each of its commands has `--help`.
const named = [...read('docs/checks.md').matchAll(/^\| `npm run ([\w:]+)/gm)].map(([, name]) => name)
const programs = [...new Set(named)].flatMap((name = '') => {
  const [, file] = /^node --import tsx (\S+)/.exec(scripts[name] ?? '') ?? []
  return file === undefined ? [] : [[name, file] as const]
})

test.each(chooseCases(programs, 1, chooseSeed()))('npm run %s has --help', async (name, file) => {
  const { status, stdout } = await runProgram(file, ['--help'])
  expect([status, stdout]).toEqual([0, expect.stringContaining(`npm run ${name}`)])
})

test('the changelog, the packages and the page about rollbacks name one release', () => {
  const [, newest] = /^## (\d+\.\d+\.\d+) \(\d{4}-\d\d-\d\d\)$/m.exec(read('CHANGELOG.md')) ?? []
  expect(newest).toBe(version)
  expect(JSON.parse(read('client/package.json')).version).toBe(version)
  const tags = [...read('docs/deploying.md').matchAll(/git checkout v(\d+\.\d+\.\d+)/g)].map(([, tag]) => tag)
  const released = [...read('CHANGELOG.md').matchAll(/^## (\d+\.\d+\.\d+) /gm)].map(([, release]) => release)
  expect(tags.length).toBeGreaterThan(0)
  expect(tags.filter((tag) => !released.includes(tag))).toEqual([])
})
