import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { FunctionPool } from '../../local/function-pool'
import { WorkerLimit } from '../../local/worker-limit'

/** Answers `echo` at once. For `last`, its answer is on its way when the file is there, and its thread lives on. */
const bundle = `
  const { parentPort } = require('node:worker_threads')
  exports.handler = ({ echo, last }) => {
    if (echo) return Promise.resolve(echo)
    parentPort.postMessage({ result: 'last' })
    require('node:fs').writeFileSync(last, '')
    return new Promise(() => setInterval(() => {}, 1_000))
  }`

let folder: string
let pool: FunctionPool
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'inventory-'))
  writeFileSync(join(folder, 'index.js'), bundle)
  const definition = {
    ...{ name: 'Echo', bundle: join(folder, 'index.js'), handler: 'handler', environment: {} },
    ...{ memory: 128, timeoutMs: 60_000, logGroup: 'Logs', role: [] },
  }
  const silent = { onLog: () => {}, onReport: () => {}, now: Date.now }
  const endpoints = { dynamodb: '', lambda: '', sqs: '', events: '', apiGateway: '', secrets: '' }
  const plain = { ...endpoints, clock: null, preload: null, maps: null, debug: false }
  const limit = new WorkerLimit<Worker>(10, 60_000)
  pool = new FunctionPool(definition, { ...plain, ...silent, concurrency: 1, limit })
})
afterEach(async () => {
  await pool.stop()
  rmSync(folder, { recursive: true })
})

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
