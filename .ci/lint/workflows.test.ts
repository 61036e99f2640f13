import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { commands as inventoryCommands } from '../../cli/commands'

const folder = '.github/workflows'
const files = readdirSync(folder)
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))

const readLines = (file: string) => readFileSync(`${folder}/${file}`, 'utf8').split('\n')

/** The commands of the steps: those on the line of `run:`, and the lines of a block below it. */
function listCommands(file: string): string[] {
  const commands: string[] = []
  let block = Number.POSITIVE_INFINITY
  for (const line of readLines(file)) {
    const indent = line.search(/\S/)
    if (indent <= block && line.trim() !== '') block = Number.POSITIVE_INFINITY
    const [, , command] = /^( *(?:- )?)run: (.+)$/.exec(line) ?? []
    if (command === '|') block = indent
    else if (command !== undefined) commands.push(command)
    else if (indent > block) commands.push(line.trim())
  }
  return commands
}

test('there is a workflow for changes, and one for deployments', () => {
  expect(files.sort()).toEqual(['ci.yml', 'deploy.yml'])
})

// No parser of YAML is among the dependencies. This is the form that the workflows keep to.
test.each(files)('%s: each line is a comment, a key with or without a value, an entry, or text of a block', (file) => {
  const blocks = new Set(listCommands(file))
  const wrong = readLines(file).filter((line) => {
    if (line.includes('\t') || /^( {2})* \S/.test(line)) return true
    const text = line.trim()
    return !(text === '' || /^(#.*|(- )?[\w-]+:( .+)?)$/.test(text) || blocks.has(text) || isCondition(text))
  })
  expect(wrong).toEqual([])
})

const isCondition = (text: string) => /^(vars|github)\.\S+ [!=]= /.test(text)

test.each(files)('%s: every npm script, every command and every file that it runs exists', (file) => {
  const commands = listCommands(file)
  expect(commands.length).toBeGreaterThan(0)
  const named = commands.flatMap((command) => [...command.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name))
  expect(named.filter((name) => !(name in scripts))).toEqual([])
  const ours = commands.flatMap((command) => [...command.matchAll(/npx inventory (\S+)/g)].map(([, name = '']) => name))
  expect(ours.filter((name) => !(name in inventoryCommands))).toEqual([])
  const paths = commands.filter((command) => /^[\w.-]+\/\S+$/.test(command))
  expect(paths.filter((path) => !existsSync(path))).toEqual([])
})

test.each(files)('%s: actions have a major version, and nothing of an event gets into a command', (file) => {
  const lines = readLines(file)
  const used = lines.filter((line) => line.includes('uses:'))
  expect(used.filter((line) => !/uses: (actions|aws-actions)\/[\w-]+@v\d+$/.test(line))).toEqual([])
  expect(listCommands(file).filter((command) => command.includes('${{'))).toEqual([])
})

test('changes run .ci/run, on each Node that must work, with rights to read only', () => {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8'))
  const oldest = /\d+\.\d+/.exec(engines.node)?.[0]
  expect(listCommands('ci.yml')).toEqual(['.ci/run'])
  const usual = readFileSync('.nvmrc', 'utf8').trim()
  expect(readLines('ci.yml')).toContain(`        node: ['${oldest}', '${usual}', '26']`)
  expect(readLines('ci.yml').join('\n')).toContain('\npermissions:\n  contents: read\n\n')
})

test('a deployment is off without a role, and has no stored key of AWS', () => {
  const text = readLines('deploy.yml').join('\n')
  expect(text).toContain("    if: >-\n      vars.AWS_DEPLOY_ROLE != '' && (")
  expect(text.match(/runs-on/g)).toHaveLength(1)
  expect(text).toMatch(/role-to-assume: \$\{\{ vars.AWS_DEPLOY_ROLE \}\}\n/)
  expect(text).not.toMatch(/aws-access-key|aws-secret/i)
})

test('what will change is printed before it is deployed', () => {
  const commands = listCommands('deploy.yml')
  const find = (part: string) => commands.findIndex((command) => command.includes(part))
  expect(find('cdk diff')).toBeGreaterThan(find('npm ci'))
  expect(find('npm run deploy')).toBeGreaterThan(find('cdk diff'))
})
