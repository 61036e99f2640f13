import { AsyncLocalStorage } from 'node:async_hooks'
import { TestEnvironment } from 'jest-environment-node'
import { type ClockedService, startClockedService } from './clocked-service'
import { testStack } from './stack'

/**
 * Where a test file runs: beside a service that the files of a process share, since its functions take longer to start than to answer.
 * It starts when a file first asks for it, and ends when jest lets the process go.
 */
export default class SharingEnvironment extends TestEnvironment {
  override async setup(): Promise<void> {
    clearInterval(watch)
    await super.setup()
    this.global.startSharedService = () => (shared ??= startClockedService(testStack()))
  }

  override async teardown(): Promise<void> {
    const since = performance.now()
    if (shared) watch = setInterval(() => void endOnce(since), pollMs)
    for (const storage of entered) storage.disable()
    entered.clear()
    await super.teardown()
  }
}

/**
 * jest-circus runs a file's tests in an AsyncLocalStorage, and leaves it on. On Node 20 every promise of the process then pays for each
 * file that ran before: so a file's end ends its storage.
 */
const entered = new Set<AsyncLocalStorage<unknown>>()
const { run } = AsyncLocalStorage.prototype
AsyncLocalStorage.prototype.run = function (this: AsyncLocalStorage<unknown>, ...args: Parameters<typeof run>) {
  entered.add(this)
  return run.apply(this, args)
} as typeof run

let shared: Promise<ClockedService> | undefined
let watch: NodeJS.Timeout | undefined

const pollMs = 25
/** How long the process that jest itself runs in waits for another file. */
const waitMs = 500

/** A worker that jest has let go hears no more of it, and must end soon: its functions and its engine end with it. */
async function endOnce(since: number): Promise<void> {
  if (process.send && process.listenerCount('message') > 0) return
  if (process.send) process.exit()
  if (performance.now() - since < waitMs) return
  clearInterval(watch)
  const ending = shared
  shared = undefined
  await (await ending)?.stop()
}
