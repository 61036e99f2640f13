import { chooseSeed } from '../support/seed'
import { useService } from '../support/service'
import { chooseSize } from '../support/size'
import { playStories } from '../support/stories/run'

const service = useService()

test('whatever several companies do at once, over days and weeks: each answer and each list is what the model says', async () => {
  await playStories(service, {
    runs: chooseSize({ quick: 1, thorough: 40 }),
    steps: chooseSize({ quick: 20, thorough: 50 }),
    seed: chooseSeed(),
  })
}, 600_000)
