import { writeText } from '../../cli/output'

async function* emptyParts() {
  yield* ['', '']
}

const countListeners = () => process.stdout.eventNames().map((name) => [name, process.stdout.listenerCount(name)])

test('an output leaves no listener at stdout: Node warns of the eleventh', async () => {
  const before = countListeners()
  await writeText(emptyParts(), null)
  expect(countListeners()).toEqual(before)
})
