import { readFileSync } from 'node:fs'
import { runProgram } from '../support/command'
import { chooseCases } from '../support/sample'
import { chooseSeed } from '../support/seed'

// docs/checks.md says that each of its commands has `--help`.

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { [name: string]: string } }
const named = [...readFileSync('docs/checks.md', 'utf8').matchAll(/^\| `npm run ([\w:]+)/gm)].map(([, name]) => name)
const programs = [...new Set(named)].flatMap((name = '') => {
  const [, file] = /^node --import tsx (\S+)/.exec(scripts[name] ?? '') ?? []
  return file === undefined ? [] : [[name, file] as const]
})

test.each(chooseCases(programs, 1, chooseSeed()))('npm run %s has --help', async (name, file) => {
  const { status, stdout } = await runProgram(file, ['--help'])
  expect([status, stdout]).toEqual([0, expect.stringContaining(`npm run ${name}`)])
})
