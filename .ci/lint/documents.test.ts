import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { benchmarks } from '../../bench/benchmarks'
import { commands } from '../../cli/commands'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
const files = tracked.split('\n').filter((path) => existsSync(path))
const documents = files.filter((path) => path.endsWith('.md'))

/** The lines of a document, numbered from 1, with whether they are in a block of code. */
function readLines(path: string): { number: number; line: string; isCode: boolean }[] {
  let isCode = false
  return readFileSync(path, 'utf8')
    .split('\n')
    .map((line, index) => {
      const isFence = line.trimStart().startsWith('```')
      if (isFence) isCode = !isCode
      return { number: index + 1, line, isCode: isCode || isFence }
    })
}

/**
 * The paths that a document names: in links, and in code spans that look like one. Placeholders are none. What is below
 * `dist/` is there only when it has been built.
 */
function listPaths(document: string): string[] {
  const prose = readLines(document)
    .filter(({ isCode }) => !isCode)
    .map(({ line }) => line)
    .join('\n')
  const links = [...prose.matchAll(/\]\(([^)#\s]+)/g)].map(([, target = '']) => target)
  const spans = [...prose.matchAll(/`([^`\s]+)`/g)].map(([, span = '']) => span)
  const named = spans.filter((span) => /^[\w.-]+\/([\w./-]*\/)?$|^\w[\w./-]*\.(ts|md|json|cjs|cts|svg)$/.test(span))
  return [...links.filter((target) => !/^https?:/.test(target)), ...named.filter((path) => !path.startsWith('dist/'))]
}

test.each(documents)('%s: every path that it names exists', (document) => {
  const roots = ['.', 'functions', dirname(document)]
  expect(listPaths(document).filter((path) => !roots.some((root) => existsSync(join(root, path))))).toEqual([])
})

test.each(documents)('%s: every npm script and every benchmark that it names exists', (document) => {
  const text = readFileSync(document, 'utf8')
  const listNames = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)
  expect(listNames(/npm run (?:--?[\w-]+ )*([\w:-]+)/g).filter((name) => !(name in scripts))).toEqual([])
  expect(listNames(/npm run bench\s+--\s+([a-z][\w-]*)/g).filter((name) => !(name in benchmarks))).toEqual([])
})

test.each(documents)('%s: every command of inventory that it names exists', async (document) => {
  const named = readFileSync(document, 'utf8').matchAll(/npx\s+inventory\s+([a-z][\w-]*)(?:[ \t]+([a-z][\w-]*))?/g)
  for (const [, name = '', action = ''] of named) {
    expect(Object.keys(commands)).toContain(name)
    const { command } = (await commands[name]?.load()) ?? {}
    if (action !== '' && command && 'actions' in command) expect(Object.keys(command.actions)).toContain(action)
  }
})

test('the index of decisions lists each of them', () => {
  const index = readFileSync('docs/decisions/README.md', 'utf8')
  const rows = index.slice(index.indexOf('## All of them'))
  const listed = [...rows.matchAll(/^\| \[\d+\]\((.+?)\)/gm)].map(([, name]) => name)
  const decisions = readdirSync('docs/decisions').filter((name) => name !== 'README.md')
  expect(listed.sort()).toEqual(decisions.sort())
})

test('every tag that a document names exists', () => {
  const tags = execFileSync('git', ['tag'], { encoding: 'utf8' }).split('\n')
  const named = documents.flatMap((path) => readFileSync(path, 'utf8').match(/(?<!Node )\bv\d+\.\d+\.\d+\b/g) ?? [])
  expect(named.filter((tag) => !tags.includes(tag))).toEqual([])
})

test.each(documents)('%s: no line of prose has more than 120 characters', (document) => {
  const prose = readLines(document).filter(({ line, isCode }) => !isCode && !line.trimStart().startsWith('|'))
  expect(prose.filter(({ line }) => [...line].length > 120).map(({ number }) => number)).toEqual([])
})

const comments = files
  .filter((path) => /\.(ts|cjs)$/.test(path) && !path.startsWith('client/generated/'))
  .flatMap((path) => readLines(path).map(({ number, line }) => ({ path, number, line })))
  .filter(({ line }) => /^\s*(\/\/|\/?\*)/.test(line))

test('no comment has a line of more than 120 characters', () => {
  const long = comments.filter(({ line }) => [...line].length > 120)
  expect(long.map(({ path, number }) => `${path}:${number}`)).toEqual([])
})

test('every file that a comment names exists', () => {
  const named = comments.flatMap(({ path, line }) =>
    [...line.matchAll(/[\w-][\w./-]*\.(?:ts|md|cjs|jsonc?)\b/g)].map(([name]) => ({ path, name })),
  )
  const missing = named.filter(
    ({ path, name }) => !files.some((file) => file === join(dirname(path), name) || `/${file}`.endsWith(`/${name}`)),
  )
  expect(missing).toEqual([])
})
