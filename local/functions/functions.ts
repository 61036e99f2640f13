import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { SourceMaps } from '../source-maps'
import type { FunctionDefinition } from './function-definitions'
import { type FunctionOptions, FunctionPool, type Invocation, type KillOptions } from './function-pool'
import type { Turns } from './turns'

/** The functions of the template, as they run here. */
export class Functions {
  private readonly pools = new Map<string, FunctionPool>()
  /** Events that are processed now, or wait for a turn or a thread. */
  private underWay = 0

  constructor(
    private readonly definitions: Map<string, FunctionDefinition>,
    private readonly turns: { requests: Turns; background: Turns },
  ) {}

  /** Functions can be invoked from then on. `debug`: the folder of bundles for a debugger. */
  open(options: Omit<FunctionOptions, 'debug'>, debug: string | undefined): void {
    for (const [arn, definition] of this.definitions) {
      const chosen = debug === undefined ? definition : chooseBundle(definition, options.maps, debug)
      this.pools.set(arn, new FunctionPool(chosen, { ...options, debug: debug !== undefined }))
    }
  }

  /** For a request: somebody waits for it. What has not begun after `patienceMs` is refused: see `FunctionPool`. */
  invoke(arn: string, event: unknown, patienceMs: number): Promise<Invocation> {
    return this.run(arn, event, this.turns.requests, patienceMs)
  }

  /** For messages, schedules and what functions start: it leaves processors to requests. */
  invokeInBackground(arn: string, event: unknown): Promise<Invocation> {
    return this.run(arn, event, this.turns.background, Number.POSITIVE_INFINITY)
  }

  private async run(arn: string, event: unknown, turns: Turns, patienceMs: number): Promise<Invocation> {
    const pool = this.pools.get(arn)
    if (!pool) return { error: { errorType: 'NotFound', errorMessage: `no function ${arn}` } }
    const last = performance.now() + patienceMs
    this.underWay += 1
    const endTurn = await turns.take()
    const invocation = await pool.invoke(event, last)
    endTurn()
    this.underWay -= 1
    return invocation
  }

  countUnderWay(): number {
    return this.underWay
  }

  /** By the beginning of its name. */
  findArn(name: string): string | null {
    return [...this.definitions].find(([, definition]) => definition.name.startsWith(name))?.[0] ?? null
  }

  /** Ends what is processing an event, as a crash would. With `idleToo`, each function starts cold then. */
  async kill(options: KillOptions = {}): Promise<void> {
    await Promise.all([...this.pools.values()].map((pool) => pool.kill(options)))
  }

  async stop(): Promise<void> {
    await Promise.all([...this.pools.values()].map((pool) => pool.stop()))
  }
}

/** The function's bundle for a debugger, where there is one. */
function chooseBundle(definition: FunctionDefinition, maps: SourceMaps | null, folder: string): FunctionDefinition {
  const id = maps?.findByFile(definition.bundle)?.id ?? ''
  const bundle = resolve(folder, id, 'index.js')
  return existsSync(bundle) ? { ...definition, bundle } : definition
}
