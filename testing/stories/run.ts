import fc from 'fast-check'
import type { TestService } from '../service'
import { type Step, step } from './plays'
import { Story } from './story'

/**
 * Plays random stories of up to `steps` steps. Throws for one that fails, shrunk: with its requests and their answers,
 * and with what plays it again.
 */
export async function playStories(
  service: TestService,
  { runs, steps, seed, path }: { runs: number; steps: number; seed: number; path?: string | undefined },
  report: (done: number) => void = () => {},
): Promise<void> {
  let script: string[] = []
  let done = 0
  const property = fc.asyncProperty(new Steps(steps), async (taken) => {
    const story = await Story.begin(service)
    try {
      await story.take(taken)
      await story.end()
    } catch (error) {
      script = story.script
      throw error
    }
    report(++done)
  })
  const result = await fc.check(property, {
    numRuns: runs,
    seed,
    ...(path === undefined ? {} : { path }),
    endOnFailure: false,
  })
  if (!result.failed) return
  const again = `--seed ${result.seed} --path ${result.counterexamplePath}`
  const why = result.errorInstance instanceof Error ? result.errorInstance.message : String(result.errorInstance)
  throw new Error(`${script.join('\n')}\n\n${why}\nPlay it again: npm run stories -- ${again}`)
}

/** As many steps as asked for, and fewer where a story that fails is shrunk. */
class Steps extends fc.Arbitrary<Step[]> {
  private readonly fewer: fc.Arbitrary<Step[]>
  private readonly all: fc.Arbitrary<Step[]>

  constructor(count: number) {
    super()
    this.fewer = fc.array(step, { maxLength: count, size: 'max' })
    this.all = fc.array(step, { minLength: count, maxLength: count, size: 'max' })
  }

  generate(random: fc.Random, bias: number | undefined): fc.Value<Step[]> {
    return new fc.Value(this.all.generate(random, bias).value, undefined)
  }

  canShrinkWithoutContext(steps: unknown): steps is Step[] {
    return this.fewer.canShrinkWithoutContext(steps)
  }

  shrink(steps: Step[], context: unknown): fc.Stream<fc.Value<Step[]>> {
    return this.fewer.shrink(steps, context)
  }
}
