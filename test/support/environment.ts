import { AsyncLocalStorage } from 'node:async_hooks'
import type { Event, State } from 'jest-circus'
import { TestEnvironment } from 'jest-environment-node'
import { type ClockedService, startClockedService } from './clocked-service'
import { skipOthers } from './slices'
import { readTestStack } from './stack'

/**
 * The test files of one process share a service, since its functions take longer to start than to answer. It starts
 * when a file first needs it, and ends when jest releases the process.
 */
export default class SharingEnvironment extends TestEnvironment {
  private readonly file: string

  constructor(...[config, context]: ConstructorParameters<typeof TestEnvironment>) {
    super(config, context)
    // The packages that files share (runtime.cjs) must know what ours make, and the settings of a test.
    for (const kind of [Error, RangeError, SyntaxError, TypeError]) {
      Object.setPrototypeOf((this.global[kind.name] as typeof Error).prototype, kind.prototype)
      this.global[kind.name] = kind
    }
    Object.assign(this.global, { Date, Map, Set })
    this.global.process.env = process.env
    this.file = context.testPath
  }

  override async setup(): Promise<void> {
    clearInterval(watch)
    await super.setup()
    // Two at once of each function show what four do: a thread takes longer to start than most tests.
    const options = { workersPerFunction: this.global.thorough ? 4 : 2, signIn: { port: 0 } }
    this.global.startSharedService = () => (shared ??= startClockedService(readTestStack(), options))
  }

  /** Once all tests of the file are known. */
  handleTestEvent = async (event: Event, state: State): Promise<void> => {
    if (event.name !== 'run_start' || this.global.slice === undefined) return
    skipOthers(state.rootDescribeBlock, this.file, this.global.slice)
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
 * jest-circus runs a file's tests in an AsyncLocalStorage and leaves it enabled. On Node 20, every promise of the
 * process then becomes slower with each file that has run. So the end of a file disables its storage.
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
/** How long the process in which jest itself runs waits for another file, in milliseconds. */
const waitMs = 500

/**
 * A worker process that jest released gets no more messages and must end within half a second. Its exit would wait for
 * the threads of all functions, one after another. So it is killed; the engine's guard then ends the engine.
 */
async function endOnce(since: number): Promise<void> {
  if (process.send && process.listenerCount('message') > 0) return
  if (process.send) process.kill(process.pid, 'SIGKILL')
  if (performance.now() - since < waitMs) return
  clearInterval(watch)
  const ending = shared
  shared = undefined
  await (await ending)?.stop()
}
