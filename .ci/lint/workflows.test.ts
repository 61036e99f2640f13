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

// A tag can be moved to other code, a hash cannot. Dependabot raises both.
test.each(files)(
  '%s: actions are pinned by their hash, with the version beside it, and nothing of an event gets into a command',
  (file) => {
    const used = readLines(file).filter((line) => line.includes('uses:'))
    const isPinned = (line: string) => /uses: (actions|aws-actions)\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line)
    expect(used.filter((line) => !isPinned(line))).toEqual([])
    expect(listCommands(file).filter((command) => command.includes('${{'))).toEqual([])
  },
)

test('changes run .ci/run, on each Node that must work, with rights to read only', () => {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8'))
  const oldest = /\d+\.\d+/.exec(engines.node)?.[0]
  expect(listCommands('ci.yml')).toEqual(['.ci/run', 'npm ci --ignore-scripts', 'npm audit signatures'])
  const usual = readFileSync('.nvmrc', 'utf8').trim()
  expect(readLines('ci.yml')).toContain(`        node: ['${oldest}', '${usual}', '26']`)
  expect(readLines('ci.yml').join('\n')).toContain('\npermissions:\n  contents: read\n\n')
})

/** The text of each job of the deployment. */
const jobs = new Map(
  readLines('deploy.yml')
    .join('\n')
    .split(/\n(?= {2}[a-z]+:\n)/)
    .map((text) => [/^ {2}([a-z]+):/.exec(text)?.[1] ?? 'head', text]),
)
const getJob = (name: string) => jobs.get(name) ?? ''
const listRights = (job: string) => /\n {4}permissions:\n((?: {6}.+\n)+)/.exec(getJob(job))?.[1]?.trim().split(/\n\s*/)

test('a deployment is off without a role, and has no stored key of AWS', () => {
  expect([...jobs.keys()].slice(-3)).toEqual(['build', 'attest', 'deploy'])
  expect(getJob('build')).toContain("    if: >-\n      vars.AWS_DEPLOY_ROLE != '' && (")
  expect(getJob('attest')).toContain('\n    needs: build\n')
  expect(getJob('deploy')).toContain('\n    needs: attest\n')
  const text = [...jobs.values()].join('\n')
  expect(text).toMatch(/role-to-assume: \$\{\{ vars.AWS_DEPLOY_ROLE \}\}\n/)
  expect(text).not.toMatch(/aws-access-key|aws-secret/i)
})

test('who builds has no rights, who attests runs nothing of ours, and who takes the role builds nothing', () => {
  expect(listRights('build')).toEqual(['contents: read'])
  expect(listRights('attest')).toEqual(['id-token: write', 'attestations: write'])
  expect(getJob('attest')).not.toMatch(/\brun: |environment: /)
  expect(listRights('deploy')).toEqual(['contents: read', 'id-token: write', 'attestations: read'])
  expect(getJob('deploy')).toContain("\n      CDK_BUILD: 'true'\n")
  expect(getJob('deploy')).not.toMatch(/synth|npm run build|--context| -c /)
  const assembly = getJob('deploy').match(/npx cdk.*|npm run deploy.*/g) ?? []
  expect(assembly.filter((command) => !command.includes(' --app deployment/cdk.out'))).toEqual([])
})

test.each(files)('%s: no package runs a script when it is installed', (file) => {
  const installs = listCommands(file).filter((command) => /npm (ci|install)\b/.test(command))
  expect(installs.filter((command) => command !== 'npm ci --ignore-scripts')).toEqual([])
  expect(readFileSync('.ci/run', 'utf8')).toContain('="npm ci --ignore-scripts"\n')
})

test('what will change is printed before it is deployed, and what is deployed is verified before', () => {
  const commands = listCommands('deploy.yml')
  const find = (part: string) => commands.findIndex((command) => command.includes(part))
  const order = [
    'npm run synth',
    'gh attestation verify',
    'tar -xzf',
    'check-assembly',
    'cdk diff',
    'npm run deploy',
  ].map(find)
  expect(order[0]).toBeGreaterThan(0)
  expect(order).toEqual([...order].sort((a, b) => a - b))
  expect(getJob('deploy')).toMatch(/check-assembly.*role-to-assume/s)
})

// The lock file.

type Locked = { integrity?: string; inBundle?: boolean; hasInstallScript?: boolean; optional?: boolean; cpu?: string[] }
const { allowScripts } = JSON.parse(readFileSync('package.json', 'utf8'))
const locked = Object.entries<Locked>(JSON.parse(readFileSync('package-lock.json', 'utf8')).packages)
  .filter(([path]) => path.startsWith('node_modules/'))
  .map(([path, entry]) => ({ name: path.replace(/.*node_modules\//, ''), ...entry }))

// Only linux-x64 was in the registry from which the lock file was made. SECURITY.md says how the others are checked.
test('each package has a hash, but for four of the local engine, and those that are part of another', () => {
  const links = new Set(['inventory-cli', 'inventory-client', 'inventory-dashboard', 'inventory-local'])
  const bare = locked.filter(({ name, integrity, inBundle }) => !integrity && !inBundle && !links.has(name))
  const names = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'win32-x64'].map((platform) => `@dynoxide/${platform}`)
  expect(bare.map(({ name }) => name).sort()).toEqual(names)
  expect(bare.filter(({ optional }) => !optional)).toEqual([])
})

test('the local service alone names the engine: nothing that is deployed needs it', () => {
  const manifests = ['', 'cli/', 'client/', 'dashboard/'].map((folder) => readFileSync(`${folder}package.json`, 'utf8'))
  expect(manifests.filter((text) => text.includes('dynoxide'))).toEqual([])
})

test('each package with a script of its installation is named, and refused', () => {
  const names = new Set(locked.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name))
  expect(allowScripts).toEqual(Object.fromEntries([...names].map((name) => [name, false])))
})
