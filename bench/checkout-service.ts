import { join } from 'node:path'
import { BroadcastChannel } from 'node:worker_threads'
import type * as service from '../local/service'
import type * as template from '../local/template'

/** What this process tells the measurement: where the service is, and the threads of its functions. */
export type Message = { service: { baseUrl: string; dynamodbEndpoint: string; table: string } } | { thread: number }

/** Runs the local service of the checkout in which it is started, as that checkout runs it. */
async function main([app = '', workers = '']: string[]): Promise<void> {
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true'
  const { readStack } = (await import(join(process.cwd(), 'local/template.ts'))) as typeof template
  const { startService } = (await import(join(process.cwd(), 'local/service.ts'))) as typeof service
  const tell = (message: Message) => process.send?.(message)
  const channel = new BroadcastChannel('checkout')
  channel.onmessage = (event) => tell((event as { data: Message }).data)
  const { baseUrl, dynamodbEndpoint, table, stop } = await startService(readStack(app), {
    port: 0,
    dataDir: null,
    events: false, // in memory, the engine's stream makes writes slower and slower
    workersPerFunction: Number(workers),
    preload: join(__dirname, 'checkout-worker.cjs'),
    onLog: (line) => console.error(line),
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1)) // ends the engine
  process.once('disconnect', () => void stop().then(() => process.exit()))
  tell({ service: { baseUrl, dynamodbEndpoint, table } })
}

void main(process.argv.slice(2))
