import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FunctionPool } from '../../local/functions/function-pool'
import { makeFunctionOptions } from '../support/function-options'

/** Answers `echo`, or the id of its thread, at once. For `last`, its answer is on its way when the file is there. */
const bundle = `
  const { parentPort, threadId } = require('node:worker_threads')
  exports.handler = ({ echo, last, thread }) => {
    if (thread) return Promise.resolve(threadId)
    if (echo) return Promise.resolve(echo)
    parentPort.postMessage({ payload: '"last"' })
    require('node:fs').writeFileSync(last, '')
    return new Promise(() => setInterval(() => {}, 1_000))
  }`

let folder: string
let pool: FunctionPool
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'inventory-'))
  writeFileSync(join(folder, 'index.js'), bundle)
  pool = openPool({ reserved: null, concurrency: 1 })
})
afterEach(async () => {
  await pool.stop()
  rmSync(folder, { recursive: true })
})

/** `reserved`: what the template says. `concurrency`: what the runtime has for any function. */
function openPool({ reserved, concurrency }: { reserved: number | null; concurrency: number }): FunctionPool {
  const definition = {
    ...{ name: 'Echo', bundle: join(folder, 'index.js'), handler: 'handler', environment: {} },
    ...{ memory: 128, timeoutMs: 60_000, concurrency: reserved, logGroup: 'Logs', role: [] },
  }
  return new FunctionPool(definition, makeFunctionOptions({ concurrency }))
}

/** An answer has been sent by the thread, and has not arrived here. */
function sendAnswer(): Promise<unknown> {
  const last = join(folder, 'sent')
  const answer = pool.invoke({ last })
  while (!existsSync(last)); // what arrives is handled only once this ends
  return answer
}

test('it stops also where an answer arrives while it does', async () => {
  expect(await pool.invoke({ echo: 1 })).toEqual({ result: 1 })
  const answer = sendAnswer()
  await pool.stop()
  expect(await answer).toEqual({ result: 'last' })
})

test('a thread that answers while it is killed gets no more events', async () => {
  expect(await pool.invoke({ echo: 1 })).toEqual({ result: 1 })
  const answer = sendAnswer()
  await pool.kill()
  expect(await answer).toEqual({ result: 'last' })
  expect(await pool.invoke({ echo: 2 })).toEqual({ result: 2 })
})

test.each([
  [null, 3, 3],
  [2, 3, 2],
  [5, 3, 3],
])(
  'with reserved concurrency %p, of which there is room for %i, it processes %i of four events at once',
  async (reserved, concurrency, threads) => {
    const limited = openPool({ reserved, concurrency })
    const answers = await Promise.all(Array.from({ length: 4 }, () => limited.invoke({ thread: true })))
    await limited.stop()
    expect(new Set(answers.map((answer) => 'result' in answer && answer.result)).size).toBe(threads)
  },
)
