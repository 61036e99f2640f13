import { CloudFormationClient, UpdateTerminationProtectionCommand } from '@aws-sdk/client-cloudformation'
import { describeError } from '../aws-errors'
import { type Command, flag, json, type Options } from '../command-line'
import { confirm, yes } from '../confirm'
import { type FailedStack, type Leftover, readFailedStack } from './failed-stack'
import { type Kind, openKinds, type State } from './kinds'

const usage = `A stack whose very first deployment has failed: why, and what CloudFormation has left of it.

  npx inventory stacks leftovers --stack NAME                    tells it, and changes nothing
  npx inventory stacks leftovers --stack NAME --remove [--yes]   deletes it: shows it, and asks for the stack's name

  Run it before you deploy again: the next deployment deletes the failed stack, and with it the list of what is left. Only
  what that stack has made itself is looked at. It refuses a stack that has ever worked, and one whose table has rows.
  --remove also ends the stack's protection from being deleted, which the next deployment needs, and sets again. It can
  be run again. Exit status 1 where something could not be deleted. Needs the rights to delete these things.

  --yes    do not ask: for scripts
  --json   one JSON document on stdout`

/** `kind`: its name for people. */
type Found = { kind: string; id: string; state: State; remove: Kind['remove'] | null }
type Kinds = ReturnType<typeof openKinds>

async function listLeftovers(options: Options) {
  const name = String(options.stack)
  const client = new CloudFormationClient({})
  const stack = await readFailedStack(client, name)
  console.error(['Why it has failed:', ...stack.reasons].join('\n  '))
  const kinds = openKinds()
  const found = await lookAt(stack.leftovers, kinds)
  if (options.remove !== true) {
    console.error(`To delete what is left: npx inventory stacks leftovers --stack ${name} --remove`)
    return found.map(toAnswer)
  }
  const left = found.filter(({ state }) => state === 'left').map(({ kind, id }) => `${kind} ${id}`)
  const act = `This deletes what the first deployment of ${name} has left.`
  if (left.length > 0) console.error(['What is left:', ...left].join('\n  '))
  if (left.length > 0) await confirm({ act, facts: { stack: name, left: left.length }, name }, options)
  // The question may have stood for long.
  const removed = await removeAll(await lookAt(stack.leftovers, kinds))
  await endProtection(client, name, stack, removed)
  return removed.map(toAnswer)
}

const toAnswer = ({ kind, id, state }: Found) => ({ kind, id, state })

/** Without what is gone. Throws an `Error` where a table has rows. */
async function lookAt(leftovers: Leftover[], kinds: Kinds): Promise<Found[]> {
  const found: Found[] = []
  for (const { type, id } of leftovers) {
    const kind = kinds[type]
    const state = await (kind?.look(id).catch(forgive) ?? 'stays: this command does not know its type')
    if (state === 'has rows') throw new Error(explainRows(id))
    if (state !== 'gone') found.push({ kind: kind?.name ?? type, id, state, remove: kind?.remove ?? null })
  }
  if (leftovers.some(({ type }) => type === 'AWS::DynamoDB::Table')) return found
  // On a table of before, it may have sealed something meanwhile.
  return found.map((each) => (each.kind === 'master key' ? { ...each, state: 'stays: the table is another' } : each))
}

function forgive(error: Error): State {
  if (/(ResourceNotFoundException|QueueDoesNotExist|NonExistentQueue|NoSuchEntity(Exception)?)$/.test(error.name))
    return 'gone'
  throw error
}

const explainRows = (table: string) =>
  `The table ${table} has rows: there was a service, and nothing was deleted. To go on with these rows, deploy with ` +
  `-c table=${table}. Where nobody needs them, delete the table yourself, and run this again:\n` +
  `  aws dynamodb update-table --no-deletion-protection-enabled --table-name ${table}\n` +
  `  aws dynamodb delete-table --table-name ${table}`

/** Goes on where one fails. */
async function removeAll(found: Found[]): Promise<Found[]> {
  const removed: Found[] = []
  const fail = (error: unknown) => `failed: ${describeError(error)}`
  for (const each of found) {
    const removal = each.state === 'left' ? each.remove?.(each.id).then(() => 'deleted', fail) : undefined
    removed.push({ ...each, state: (await removal) ?? each.state })
  }
  return removed
}

/** The next deployment deletes the stack, and cannot do so while it is protected. It protects the new one. */
async function endProtection(client: CloudFormationClient, name: string, stack: FailedStack, removed: Found[]) {
  if (removed.some(({ state }) => state.startsWith('failed'))) {
    process.exitCode = 1
    return console.error('Not everything is deleted: see what failed, and run this again.')
  }
  const protection = { StackName: stack.arn, EnableTerminationProtection: false }
  if (stack.isProtected) await client.send(new UpdateTerminationProtectionCommand(protection))
  const stage = name.replace('Inventory-', '')
  console.error(`Now deploy again, with all switches of the stage: npm run deploy -- -c stage=${stage}`)
}

export const command: Command = {
  usage,
  actions: {
    leftovers: { options: { ...json, ...yes, remove: flag }, required: ['stack'], run: listLeftovers },
  },
}
