import fc from 'fast-check'
import type { TestService } from '../service'
import { type Step, step } from './plays'
import { Story } from './story'

/**
 * Plays random stories of `steps` steps, or the one at `path` of them. Throws for one that fails, shrunk: with its
 * requests and their answers, and with what plays it again.
 */
export async function playStories(
  service: TestService,
  { runs, steps, seed, path }: { runs: number; steps: number; seed: number; path?: string | undefined },
  report: (text: string) => void = () => {},
): Promise<void> {
  const some = fc.array(step, { minLength: steps, maxLength: steps, size: 'max' })
  for (const [at, story] of fc.sample(some, { seed, numRuns: runs }).entries()) {
    if (path !== undefined && Number(path) !== at) continue
    if (await play(service, story)) {
      report(`story ${at} fails: looking for a shorter one that fails`)
      const failure = await play(service, await shrink(story, (shorter) => play(service, shorter)))
      throw new Error(`${failure}\nPlay it again: npm run stories -- --seed ${seed} --steps ${steps} --path ${at}`)
    }
    if ((at + 1) % 50 === 0) report(`${at + 1} of ${runs}`)
  }
}

/** Returns what was sent and answered, and why that is wrong. Null where nothing is. */
async function play(service: TestService, steps: Step[]): Promise<string | null> {
  const story = await Story.begin(service)
  try {
    await story.take(steps)
    await story.end()
    return null
  } catch (error) {
    return `${story.script.join('\n')}\n\n${error instanceof Error ? error.message : error}`
  }
}

/** Leaves steps out, half of them first, as long as the story fails. */
async function shrink(steps: Step[], fails: (steps: Step[]) => Promise<unknown>): Promise<Step[]> {
  let shortest = steps
  for (let size = Math.ceil(steps.length / 2); size > 0; size = Math.floor(size / 2))
    for (let from = shortest.length - size; from > -size; from -= size) {
      const rest = [...shortest.slice(0, Math.max(0, from)), ...shortest.slice(from + size)]
      if (await fails(rest)) shortest = rest
    }
  return shortest
}
