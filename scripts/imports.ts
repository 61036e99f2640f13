import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { posix } from 'node:path'
import { parseArgs } from 'node:util'
import { type ImportRule, importRules } from './import-rules'

const usage = `Writes the rules of scripts/import-rules.ts into biome.imports.jsonc and the table in CONTRIBUTING.md.

  npm run imports [-- options]

  --check   write nothing, and fail where they differ from the rules`

/** One override for each rule and depth. Where several match a file, the last one applies. */
function makeLinterConfig(): string {
  const overrides = importRules.flatMap((rule) => {
    const message = `${rule.folder} may import ${formatAllowed(rule).join(', ') || 'nothing'}: see scripts/import-rules.ts`
    return listFiles(rule).map((files, depth) => makeOverride(files, makePatterns(rule, depth), message, rule.env))
  })
  const others = makeOverride('*/**', ['**'], 'scripts/import-rules.ts has no rule for this folder')
  const lines = [others, ...overrides].map((line) => `    ${line}`).join(',\n')
  return `// npm run imports writes this from scripts/import-rules.ts.\n{\n  "overrides": [\n${lines}\n  ]\n}\n`
}

function makeOverride(files: string, group: string[], message: string, env = false): string {
  const noRestrictedImports = { level: 'error', options: { patterns: [{ group, message }] } }
  const style = { noRestrictedImports, noProcessEnv: env ? 'off' : 'error' }
  return JSON.stringify({ includes: [files], linter: { rules: { style } } })
}

const isFile = ({ folder }: ImportRule) => folder.endsWith('.ts')
const importsItself = (rule: ImportRule) => !rule.alone && !isFile(rule)
const formatAllowed = (rule: ImportRule) => [
  ...(importsItself(rule) ? ['itself'] : []),
  ...rule.imports,
  ...rule.packages,
]

/** The globs of a rule's files, by their depth in its folder. Files deeper than one subfolder need their own rule. */
function listFiles(rule: ImportRule): string[] {
  const { folder } = rule
  return isFile(rule) || folder.endsWith('/*') ? [folder] : [`${folder}/*`, `${folder}/*/*`]
}

/** The patterns that files at a depth may not import; `!` marks what they may. The last that matches applies. */
function makePatterns(rule: ImportRule, depth: number): string[] {
  const folder = isFile(rule) ? posix.dirname(rule.folder) : rule.folder.replace('/*', '')
  const from = folder + '/x'.repeat(depth)
  const ours = [...(importsItself(rule) ? [rule.folder] : []), ...rule.imports].flatMap((path) =>
    makeSpecifiers(from, path),
  )
  const group = ['**', ...rule.packages.flatMap((name) => [`!${name}`, `!${name}/**`])]
  if (!rule.env) group.push('node:process')
  // From the file upwards: `../**` matches `../../x` too, so each level forbids all before it allows something.
  for (const up of ['', ...from.split('/')].keys()) {
    group.push(`${'../'.repeat(up) || './'}**`)
    group.push(...ours.filter((specifier) => specifier.split('..').length - 1 === up).map((path) => `!${path}`))
  }
  return group
}

/** The specifiers with which files in a folder import a path. */
function makeSpecifiers(from: string, path: string): string[] {
  const within = `${from}/`.startsWith(`${path}/`) ? from.slice(path.length).split('/') : []
  const around = within.map((_, depth) => `${path}${within.slice(0, depth + 1).join('/')}/**`)
  const paths = path.endsWith('/*') ? [path] : [path, `${path}/**`]
  return (around.length > 0 ? around : paths)
    .map((path) => posix.relative(from, path))
    .map((specifier) => (specifier.startsWith('..') ? specifier : `./${specifier}`))
}

function insertTable(text: string): string {
  const [start, end] = ['<!-- imports -->', '<!-- /imports -->']
  if (!text.includes(start) || !text.includes(end))
    throw new Error('CONTRIBUTING.md has no marks for the rules of imports')
  const rows = importRules.map((rule) => {
    const within = rule.folder.startsWith('functions/') ? 'functions/' : ''
    const ours = rule.imports.map((path) => path.replace(within, ''))
    const imports = [...(importsItself(rule) ? ['itself'] : []), ...ours.map(formatCode)]
    const packages = rule.packages.map((name) => (name === '*' ? 'any' : formatCode(name)))
    return [formatCode(rule.folder), rule.holds, imports.join(', '), packages.join(', '), rule.env ? 'yes' : '']
  })
  const table = [['folder', 'holds', 'may import', 'of packages', '`process.env`'], Array(5).fill('---'), ...rows]
  const lines = table.map((cells) => `| ${cells.join(' | ')} |`)
  const [before, after] = [text.slice(0, text.indexOf(start)), text.slice(text.indexOf(end))]
  return `${before}${start}\n\n${lines.join('\n')}\n\n${after}`
}

const formatCode = (text: string) => `\`${text}\``

function main(): void {
  const { values } = parseArgs({ options: { check: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } })
  if (values.help) {
    console.log(usage)
    return
  }
  const files = { 'biome.imports.jsonc': makeLinterConfig, 'CONTRIBUTING.md': insertTable }
  for (const [file, write] of Object.entries(files)) {
    const found = existsSync(file) ? readFileSync(file, 'utf8') : ''
    const text = write(found)
    if (text === found) continue
    if (values.check) {
      console.error(`${file} is not as scripts/import-rules.ts has it: run npm run imports`)
      process.exitCode = 1
    } else {
      writeFileSync(file, text)
      console.log(`Wrote ${file}`)
    }
  }
}

main()
