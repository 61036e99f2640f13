import { runProgram } from '../program'
import { startTestService } from '../service'
import { synthesized, synthesizeStack } from '../stack'
import { playStories } from './run'

const usage = `npm run stories [-- options]

Plays random stories over the whole HTTP API, against a model. Exit status 1 for one that fails: it is printed, shrunk.

  --runs N     how many stories (default 100)
  --steps N    how long they are at most (default 50)
  --seed N     which ones (default: random, and printed)
  --path P     one story of a seed, as a failure prints it`

const options = {
  runs: { type: 'string', default: '100' },
  steps: { type: 'string', default: '50' },
  seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
  path: { type: 'string' },
} as const

void runProgram(usage, options, async ({ path, ...values }) => {
  const service = await startTestService(synthesizeStack(synthesized))
  const [runs, steps, seed] = [Number(values.runs), Number(values.steps), Number(values.seed)]
  console.log(`${runs} stories of up to ${steps} steps, seed ${seed}`)
  try {
    await playStories(service, { runs, steps, seed, path }, console.error)
    console.log(`${runs} stories, none failed`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  } finally {
    await service.stop()
  }
})
