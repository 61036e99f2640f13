import { changeMasterKey, checkMasterKey } from '../../admin/webhooks/master-key'
import { masterKeyCachedMs } from '../../functions/runtime/vault'
import { type Command, type Options, serviceOptions, serviceUsage } from '../command-line'
import { Progress } from '../spreadsheets/progress'
import { openTarget } from '../target'
import { openMasterKey } from './master-key'

const usage = `The master key under which the secrets of webhooks are sealed.

  npx inventory webhooks check     tells whether the stack has the key that has sealed its secrets
  npx inventory webhooks rewrap    makes a new key, and seals all secrets anew

${serviceUsage}

check prints ok, 'no secrets yet' or wrong. The exit status is 1 where it is wrong: the stack then has another secret in
Secrets Manager than the one before, such as after a restore. Deploy it with -c webhookKey=ARN of the right one.

rewrap takes some seven minutes: functions know a key for five. Deliveries go on meanwhile, and owners notice nothing. It
can be ended and run again: a run that finds an earlier one unfinished only ends that, and makes no third key, since
Secrets Manager keeps two. What cannot be opened is named, and no key is made. The recorded answers of requests that
created a webhook or rotated a secret stay sealed by the old key: after two changes within 24 hours, such a request
cannot be replayed with its idempotency key.`

/** A request that began with the old key may end so much later. */
const requestMs = 60_000

export const command: Command = {
  usage,
  actions: { check: { options: serviceOptions, run: check }, rewrap: { options: serviceOptions, run: rewrap } },
}

async function check(options: Options) {
  const { table } = await openTarget(options)
  const key = await openMasterKey(options)
  const state = await checkMasterKey(table, key.openVault())
  if (state === 'wrong') {
    process.exitCode = 1
    console.error(
      'The master key is not the one that has sealed the secrets of this table: no webhook can be signed. Find the ' +
        'secret of the stack that made them, and deploy with -c webhookKey=ARN. If it is lost, see ' +
        'docs/runbook/function-errors.md.',
    )
  }
  return { master_key: state, secret: key.arn }
}

async function rewrap(options: Options) {
  const { table } = await openTarget(options)
  const key = await openMasterKey(options)
  const progress = new Progress()
  const report = (done: number, total: number) => {
    if (done === 1) progress.begin('Companies')
    progress.update(done, total)
    if (done === total) progress.end()
  }
  const settings = { staleMs: masterKeyCachedMs + requestMs, sleep: table.sleep, report, tell: console.error }
  try {
    const { outcome, webhooks, rewrapped } = await changeMasterKey(table, key, settings)
    return { outcome, webhooks, rewrapped }
  } finally {
    progress.end()
  }
}
