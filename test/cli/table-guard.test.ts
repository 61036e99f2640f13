import { requireTable } from '../../cli/deploy/table-guard'
import { localAccess } from '../../cli/target'
import { startAwsStandIn, userSettings } from '../support/aws'
import { type Outcome, runShell } from '../support/command'
import { rehearse } from '../support/rehearse'

// What `npm run deploy` asks CloudFormation before it deploys.

const table = 'Inventory-restored'
let aws: Awaited<ReturnType<typeof startAwsStandIn>>
beforeAll(async () => {
  aws = await startAwsStandIn(table)
})
afterAll(() => aws.stop())
beforeEach(() => aws.reset())

const attempt = (...args: string[]) => requireTable(args, { ...localAccess, endpoint: aws.endpoint })

test('a stack that has made its table is deployed without the switch', async () => {
  await attempt('-c', 'stage=prod')
})

test('a stack on a table that it has not made is refused, with the command to use', async () => {
  aws.stack.makesTable = false
  const args = ['--context=stage=prod', '-c', 'docs=false', '--require-approval', 'never', '-c', "runbook=it's here"]
  await expect(attempt(...args)).rejects.toThrow(
    `The stack Inventory-prod runs on the table ${table}, which it has not made. Without '-c table'`,
  )
  const command =
    'npm run deploy -- --context=stage=prod -c docs=false --require-approval never ' +
    `-c 'runbook=it'\\''s here' -c table=${table}`
  await expect(attempt(...args)).rejects.toThrow(`\n\n  ${command}\n\n`)
  await expect(attempt()).rejects.toThrow('The stack Inventory-dev runs on')
})

test.each([
  [['-c', `table=${table}`]],
  [['-c', 'table=another', '-c', 'stage=prod']],
  [[`--context=table=${table}`]],
  [['-c', 'stage=prod', '--profile', 'me', '-c', `table=${table}`]],
])('with %j nothing is asked', async (args) => {
  aws.fail('POST /', { status: 500, type: 'InternalFailure', message: 'It was asked.' })
  await attempt(...args)
})

test('what the CDK does not take for the switch is none', async () => {
  aws.stack.makesTable = false
  await expect(attempt(`-ctable=${table}`)).rejects.toThrow('The stack Inventory-dev runs on')
  await expect(attempt('-c', 'tables=1', 'table=1')).rejects.toThrow('The stack Inventory-dev runs on')
})

const missing = { status: 400, type: 'ValidationError', message: 'Stack with id Inventory-dev does not exist' }
test.each<[string, () => unknown]>([
  ['that does not exist', () => aws.fail('POST /', missing)],
  [
    'whose first deployment has failed',
    () => Object.assign(aws.stack, { status: 'ROLLBACK_COMPLETE', hasOutputs: false }),
  ],
])('a stack %s has no table to lose', async (_, arrange) => {
  aws.stack.makesTable = false
  arrange()
  await attempt()
})

test.each([
  ['ExpiredToken', 'The token is expired', 'The token is expired. The credentials have expired: sign in again'],
  ['AccessDenied', 'u is not authorized to perform: cloudformation:DescribeStacks', 'The credentials lack this right'],
])('where CloudFormation answers %s, that is told, and nothing is deployed', async (type, message, told) => {
  aws.fail('POST /', { status: 403, type, message })
  await expect(attempt('-c', 'stage=prod')).rejects.toThrow(
    'It could not be asked on which table the stack Inventory-prod runs.',
  )
  await expect(attempt('-c', 'stage=prod')).rejects.toThrow(told)
})

rehearse('npm run deploy is refused, and asks nothing where only help is wanted', async () => {
  const run = (args: string, environment: Record<string, string> = {}): Promise<Outcome> =>
    runShell(`npm run --silent deploy -- ${args}`, {
      ...{ ...userSettings, CI: 'true', AWS_REGION: 'us-east-1', AWS_ENDPOINT_URL: aws.endpoint },
      ...environment,
    })
  aws.stack.makesTable = false
  const refused = await run('-c stage=prod')
  expect([refused.status, refused.stdout]).toEqual([1, ''])
  expect(refused.stderr).toContain(`npm run deploy -- -c stage=prod -c table=${table}`)
  expect(refused.stderr).not.toMatch(/^ +at /m)

  const unknown = await run('-c stage=prod', { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' })
  expect([unknown.status, unknown.stdout]).toEqual([1, ''])
  expect(unknown.stderr).toContain('Set AWS_PROFILE, or AWS_ACCESS_KEY_ID')

  const help = await run('--help')
  expect([help.status, help.stdout]).toEqual([0, expect.stringContaining('--require-approval')])
})
