import { makeScheduleAnswers, startRates } from '../../local/events/schedules'
import { makeFailureAnswers } from '../../local/functions/failed-events'
import { readFunctions } from '../../local/functions/function-definitions'
import { openLambdaEndpoint } from '../../local/functions/lambda-endpoint'
import { openQueues } from '../../local/queues/queues'
import { Template } from '../../local/template'
import { waitFor } from '../support/eventually'
import { readTestStack } from '../support/stack'

/** The schedules of the template, where every function fails its first `failing` attempts. */
async function openSchedules(failing: number) {
  const stack = readTestStack()
  let attempts = 0
  const invoke = async () =>
    ++attempts > failing ? { result: null } : { error: { errorType: 'Error', errorMessage: `attempt ${attempts}` } }
  const { failures } = openQueues(stack, Date.now)
  const functions = readFunctions(stack)
  const options = { functions, policies: new Map(), invoke, failures, now: Date.now, onLog: () => {} }
  const lambda = await openLambdaEndpoint(stack, options)
  const [scheduled, failed] = [makeScheduleAnswers(stack, lambda), makeFailureAnswers(failures)]
  const local = async (method: string, path: string) => {
    const query = new URLSearchParams()
    const request = { requestId: '1', method, path, query, headers: {}, body: '', stage: 'v1', at: 0 }
    const found = (await scheduled(request)) ?? (await failed(request))
    return { status: found?.status, body: JSON.parse(found?.body ?? '') }
  }
  const { body } = await local('GET', '/_local/schedules')
  const ids: string[] = body.data.map(({ id }: { id: string }) => id)
  return { ids, local, attempts: () => attempts, stop: lambda.stop }
}

test('a schedule whose function fails twice has run, with its third attempt', async () => {
  const { ids, local, attempts, stop } = await openSchedules(2)
  try {
    expect(await local('POST', `/_local/schedules/${ids[0]}/run`)).toMatchObject({ body: { status: 'completed' } })
    expect([attempts(), (await local('GET', '/_local/failures')).body]).toEqual([3, { data: [] }])
  } finally {
    await stop()
  }
})

test('the event of every schedule whose function fails three times is in the queue of failures, and the run tells why', async () => {
  const { ids, local, stop } = await openSchedules(Number.POSITIVE_INFINITY)
  try {
    expect(ids.length).toBeGreaterThan(1)
    for (const [index, id] of ids.entries()) {
      const error = { errorType: 'Error', errorMessage: `attempt ${3 * index + 3}` }
      expect(await local('POST', `/_local/schedules/${id}/run`)).toEqual({ status: 500, body: { id, error } })
      const { data } = (await local('GET', '/_local/failures')).body
      const queue = expect.stringContaining(':sqs:')
      expect(data[index]).toMatchObject({ queue, event: { source: 'aws.events' }, error, attempts: 3 })
    }
  } finally {
    await stop()
  }
})

test('rules with a rate run by themselves, by the clock of the runtime; others do not', async () => {
  const rule = (arn: string, ScheduleExpression: string, State = 'ENABLED') => ({
    Type: 'AWS::Events::Rule',
    Properties: { ScheduleExpression, State, Targets: [{ Arn: arn }] },
  })
  const Resources = {
    Sweep: rule('sweep', 'rate(10 minutes)'),
    Hourly: rule('hourly', 'rate(1 hour)'),
    Off: rule('off', 'rate(1 minute)', 'DISABLED'),
    Nightly: rule('nightly', 'cron(7 2 * * ? *)'),
  }
  let [now, reads] = [1_000_000, 0]
  const readClock = () => {
    reads += 1
    return now
  }
  const runs: string[] = []
  const invokeLater = async (arn: string) => {
    runs.push(arn)
    return { result: null }
  }
  const stack = { name: 'Stack', template: Template.parse({ Resources }), assets: new Map(), maps: '' }
  const stop = startRates(stack, { invokeLater }, readClock)
  try {
    now += 599_999
    const before = reads
    await waitFor(async () => reads > before + 5) // it has looked
    expect(runs).toEqual([])
    now += 1
    await waitFor(async () => runs.length === 1)
    now += 3_000_000 // as a machine that was asleep: each runs once
    await waitFor(async () => runs.length === 3)
    now += 600_000
    await waitFor(async () => runs.length === 4)
    expect(runs).toEqual(['sweep', 'sweep', 'hourly', 'sweep'])
  } finally {
    await stop()
  }
})
