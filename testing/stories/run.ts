import fc from 'fast-check'
import type { TestService } from '../service'
import { Story, step } from './story'

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
  const property = fc.asyncProperty(
    fc.array(step, { minLength: steps / 2, maxLength: steps, size: 'max' }),
    async (taken) => {
      const story = await Story.begin(service)
      try {
        for (const each of taken) await story.take(each)
        await story.end()
      } catch (error) {
        script = story.script
        throw error
      }
      report(++done)
    },
  )
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
