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
  report: (text: string) => void = () => {},
): Promise<void> {
  let script: string[] = []
  let done = 0
  const property = fc.asyncProperty(new Steps(steps), async (taken) => {
    const story = await Story.begin(service)
    try {
      await story.take(taken)
      await story.end()
    } catch (error) {
      if (script.length === 0) report(`story ${done + 1} fails: looking for a shorter one that fails`)
      script = story.script
      throw error
    }
    done += 1
    if (done % 50 === 0 && script.length === 0) report(`${done} of ${runs}`)
  })
  const options = { numRuns: runs, seed, ...(path === undefined ? {} : { path }), endOnFailure: false }
  const result = await fc.check(property, options)
  if (!result.failed) return
  const again = `--seed ${result.seed} --path ${result.counterexamplePath}`
  const why = result.errorInstance instanceof Error ? result.errorInstance.message : String(result.errorInstance)
  throw new Error(`${script.join('\n')}\n\n${why}\nPlay it again: npm run stories -- ${again}`)
}

/** Which steps were tried to be left out last: `size` of them, from `from` on. */
type Cut = { size: number; from: number }

/** As many steps as asked for. A story that fails is shrunk by leaving steps out, half of them first. */
class Steps extends fc.Arbitrary<Step[]> {
  private readonly all: fc.Arbitrary<Step[]>

  constructor(count: number) {
    super()
    this.all = fc.array(step, { minLength: count, maxLength: count, size: 'max' })
  }

  generate(random: fc.Random, bias: number | undefined): fc.Value<Step[]> {
    return new fc.Value(this.all.generate(random, bias).value, undefined)
  }

  canShrinkWithoutContext(_: unknown): _ is Step[] {
    return true
  }

  shrink(steps: Step[], context: unknown): fc.Stream<fc.Value<Step[]>> {
    return fc.stream(cutSteps(steps, isCut(context) ? context : null))
  }
}

function* cutSteps(steps: Step[], last: Cut | null): IterableIterator<fc.Value<Step[]>> {
  const size = last?.size ?? Math.ceil(steps.length / 2)
  for (let from = Math.min(last?.from ?? steps.length, steps.length) - size; from > -size; from -= size) {
    const rest = [...steps.slice(0, Math.max(0, from)), ...steps.slice(from + size)]
    yield new fc.Value(rest, { size, from: Math.max(0, from) } satisfies Cut)
  }
  if (size > 1) yield* cutSteps(steps, { size: Math.floor(size / 2), from: steps.length })
}

const isCut = (context: unknown): context is Cut => context !== undefined && context !== null
