import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runProgram } from '../support/program'
import { createCompanyWithKey, startTestService, type TestService } from '../support/service'
import { synthesized, synthesizeStack } from '../support/stack'
import { type Generator, generators } from './generators'

const usage = `npm run test:generators [-- options]

Generates clients from the document of the API, compiles them, and runs programs that call every operation. What is
downloaded stays in dist/test/generators/tools. A generator whose toolchain is not on this machine is skipped. Exit
status 1 if one fails.

  --only TEXT   those whose name contains the text`

const root = 'dist/test/generators'
type Result = { generator: string; version: string; generated: string; compiled: string; ran: string }

void runProgram(usage, { only: { type: 'string', default: '' } }, async ({ only }) => {
  const chosen = generators.filter(({ name }) => name.includes(only))
  if (chosen.length === 0) throw new Error(`--only: none of ${generators.map(({ name }) => name).join(', ')}`)
  const service = await startTestService(synthesizeStack(synthesized))
  service.setTime(0) // the feed shows what is 15 seconds old, so time must pass
  try {
    const results: Result[] = []
    for (const generator of chosen) results.push(await tryGenerator(generator, service))
    console.table(results)
    if (results.some((result) => Object.values(result).includes('failed'))) process.exitCode = 1
  } finally {
    await service.stop()
  }
})

/** Its log is beside its folder. */
async function tryGenerator(generator: Generator, service: TestService): Promise<Result> {
  const { name, version, needs, program, generate, compile, run } = generator
  const result = { generator: name, version, generated: '', compiled: '', ran: '' }
  const missing = needs.find((command) => spawnSync('sh', ['-c', `command -v ${command}`]).status !== 0)
  if (missing) return { ...result, generated: `skipped: no ${missing} on this machine` }
  const folder = join(root, name.replaceAll(/[^a-z]+/gi, '-').replace(/-$/, ''))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(root, 'tools'), { recursive: true })
  mkdirSync(folder, { recursive: true })
  copyFileSync('openapi/openapi.json', join(folder, 'openapi.json'))
  const { secret } = await createCompanyWithKey(service, 'enterprise', ['read', 'write', 'webhooks'])
  const env = { BASE_URL: service.baseUrl, API_KEY: secret }
  const attempt = (stage: string, script: string) => runScript(`${name}: ${stage}`, script, folder, env)
  if (!(await attempt('generate', generate))) return { ...result, generated: 'failed' }
  if (program) {
    const place = join(folder, program.to)
    mkdirSync(dirname(place), { recursive: true })
    copyFileSync(join('test/generators/programs', program.from), place)
  }
  if (!(await attempt('compile', compile))) return { ...result, generated: 'yes', compiled: 'failed' }
  const ran = run ? ((await attempt('run', run)) ? 'yes' : 'failed') : 'no program'
  return { ...result, generated: 'yes', compiled: 'yes', ran }
}

type Env = { [name: string]: string }

/** The last lines of what fails are printed. */
async function runScript(title: string, script: string, cwd: string, own: Env): Promise<boolean> {
  const env = { ...process.env, ...own }
  const child = spawn('sh', ['-euc', script], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve))
  writeFileSync(`${cwd}.log`, output, { flag: 'a' })
  console.log(`${title}: ${status === 0 ? 'ok' : `exit status ${status}\n${output.slice(-2_000)}`}`)
  return status === 0
}
