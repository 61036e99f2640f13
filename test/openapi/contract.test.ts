import { describeApi } from '../../openapi/document'
import { readContract } from '../../testing/contract/document'
import { runContract } from '../../testing/contract/run'
import { chooseSeed } from '../../testing/seed'
import { useService } from '../../testing/service'
import { chooseSize } from '../../testing/size'

const service = useService()
const contract = readContract(describeApi())

test('whatever is sent, the answer is what the document says', async () => {
  const requests = chooseSize({ quick: 1_500, thorough: 10_000 })
  const report = await runContract(contract, service, { requests, seed: chooseSeed() })
  expect([...report.faults.values()].join('\n\n')).toBe('')
  expect(report.listUnseen()).toEqual([])
}, 900_000)
