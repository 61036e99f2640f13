import { Turns } from '../../local/functions/turns'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

/** Two at once, and long from a second on. `begun` has those that have a turn, in order. */
function openTurns() {
  const turns = new Turns(2, 1_000)
  const begun: string[] = []
  const begin = async (name: string) => {
    const end = await turns.take()
    begun.push(name)
    return end
  }
  return { begin, begun }
}

/** What waits for a promise goes on. */
const settle = () => jest.advanceTimersByTimeAsync(0)

test('so many run at once; who came first has the next turn', async () => {
  const { begin, begun } = openTurns()
  const [first, second] = [await begin('a'), await begin('b')]
  const third = begin('c')
  void begin('d')
  await settle()
  expect(begun).toEqual(['a', 'b'])
  second()
  await settle()
  expect(begun).toEqual(['a', 'b', 'c'])
  first()
  await settle()
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
  void third.then((end) => end())
  await begin('e')
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('what takes long counts no more, and what ends after that frees no second turn', async () => {
  const { begin, begun } = openTurns()
  const long = await begin('long')
  await begin('longer')
  for (const name of ['c', 'd', 'e']) void begin(name)
  await jest.advanceTimersByTimeAsync(999)
  expect(begun).toEqual(['long', 'longer'])
  await jest.advanceTimersByTimeAsync(1)
  expect(begun).toEqual(['long', 'longer', 'c', 'd'])
  long()
  await settle()
  expect(begun).toEqual(['long', 'longer', 'c', 'd'])
})
