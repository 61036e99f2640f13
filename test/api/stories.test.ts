import { chooseSeed } from '../support/seed'
import { useService } from '../support/service'
import { chooseRuns, chooseSize } from '../support/size'
import { inEverySlice } from '../support/slices'
import { playStories } from '../support/stories/run'

const service = useService()

test(
  'whatever several companies do at once, over days and weeks: each answer and each list is what the model says',
  inEverySlice(async () => {
    await playStories(service, {
      runs: chooseRuns({ quick: 1, slice: 10, thorough: 40 }),
      steps: chooseSize({ quick: 20, thorough: 50 }),
      seed: chooseSeed(),
    })
  }),
  600_000,
)
