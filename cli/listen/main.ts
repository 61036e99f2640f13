import { ApiError, type InventoryClient, NotFoundError, verifyWebhook, type WebhookEvent } from '../../client'
import { type EventPattern, eventPatterns } from '../../functions/domain/log/event-types'
import { PortInUseError } from '../../local/listen'
import { readWebhookSecret } from '../access'
import { type Command, listenForStop, type Options, parseChoice, text, UsageError } from '../command-line'
import { printLines } from '../output'
import { customerOptions, customerUsage, openCustomer } from '../spreadsheets/customer'
import { openReceiver, type Receiver } from './receiver'

const usage = `Receives the events of a webhook on this machine, verifies them, and prints each as a line of JSON.

  npx inventory listen [--port P] [options]

  --port P         where it listens, on 127.0.0.1 (default 4100; 0: any free port)
  --count N        end after so many events. Without it: at Ctrl-C

Without a secret it creates a webhook, and deletes it at the end. The key needs the scope webhooks.
  --events LIST    such as item.low_stock,order.* (default *)
  --url U          the public https address of a tunnel that leads to the port, for a service that is not on this machine
${customerUsage}

With a secret it receives what a webhook sends that is there already:
  --secret S       its secret, whsec_…. INVENTORY_WEBHOOK_SECRET in the environment is safer

  Events go to stdout. A request that is not from the webhook gets 400, and stderr says why it was refused. An event may
  come twice, and later than a younger one: see the guide on webhooks.

  npx inventory listen --events item.low_stock     beside 'npm start': that is all`

export const command: Command = {
  usage,
  action: {
    options: { ...customerOptions, port: text, count: text, events: text, url: text, secret: text },
    run: listen,
  },
}

async function listen(options: Options): Promise<void> {
  const port = parseNumber('port', options.port ?? '4100', 65_535)
  const printer = new Printer(parseNumber('count', options.count ?? '0', 1_000_000))
  const secret = readWebhookSecret(options.secret)
  if (secret === null) return listenWithOwnWebhook(port, printer, options)
  const unused = ['events', 'url', 'key', 'base-url', 'info'].find((name) => options[name] !== undefined)
  if (unused !== undefined) throw new UsageError(`--${unused} must be left out with a secret: the webhook is there`)
  await requireSecret(secret)
  printer.secret = secret
  const { url, close } = await open(port, printer)
  console.error(`Listening on ${url}`)
  await printer.ended
  close()
}

async function listenWithOwnWebhook(port: number, printer: Printer, options: Options): Promise<void> {
  const events = parseEvents(options.events)
  const client = await openCustomer(options, (note) => console.error(note))
  const { url, close } = await open(port, printer)
  try {
    const { id, secret } = await register(client, String(options.url ?? url), events)
    printer.secret = secret
    console.error(`Listening on ${url}: webhook ${id}, ${events.join(', ')}`)
    await printer.ended
    if (await unregister(client, id)) return
    console.error(`The webhook ${id} could not be deleted: delete it, or run this again.`)
    process.exitCode = 1
  } finally {
    close()
  }
}

function parseNumber(name: string, value: Options[string], most: number): number {
  const number = Number(value)
  if (!/^\d+$/.test(String(value)) || number > most) throw new UsageError(`--${name} must be from 0 to ${most}`)
  return number
}

function parseEvents(list: Options[string] = '*'): EventPattern[] {
  return String(list)
    .split(',')
    .map((pattern) => parseChoice('events', pattern.trim(), eventPatterns))
}

async function requireSecret(secret: string): Promise<void> {
  const error = await verifyWebhook('', {}, secret).catch((error) => error)
  if (error.reason === 'secret') throw new UsageError(error.message)
}

async function open(port: number, receiver: Receiver) {
  return openReceiver(port, receiver).catch((error) => {
    throw error instanceof PortInUseError ? new UsageError(`${error.message}: choose another --port`) : error
  })
}

/** Prints events, until there were enough (0: never), somebody stops it, or nobody reads what it prints. */
class Printer implements Receiver {
  secret: string | null = null
  private printed = 0
  private end = () => {}
  readonly ended = new Promise<void>((resolve) => {
    this.end = resolve
  })

  constructor(private readonly count: number) {
    const stop = listenForStop()
    if (stop.aborted) this.end()
    stop.addEventListener('abort', this.end, { once: true })
  }

  async take(event: WebhookEvent): Promise<void> {
    this.printed++
    if (this.printed === this.count) this.secret = null
    try {
      await printLines([event])
    } catch (error) {
      this.end()
      throw error
    }
  }

  taken(): void {
    if (this.printed === this.count) this.end()
  }

  refuse(reason: string): void {
    console.error(`Refused: ${reason}`)
  }
}

/** Tells our webhooks from others: one that a killed run has left is deleted by the next one. */
const description = 'npx inventory listen'
/** Whoever waits for the end of the command does not wait longer for a service that is gone. */
const deleteWithinMs = 10_000

type Registration = { id: string; secret: string }

/** Creates a webhook. One for the same address that a run before has left is deleted. */
async function register(client: InventoryClient, url: string, events: EventPattern[]): Promise<Registration> {
  try {
    const webhooks = await client.listWebhooks().toArray()
    const left = webhooks.filter((webhook) => webhook.description === description && webhook.url === url)
    for (const { id } of left) await client.deleteWebhook(id)
    return await client.createWebhook({ url, events, description })
  } catch (error) {
    throw error instanceof ApiError ? new Error(`${error.message} ${explain(error)}`, { cause: error }) : error
  }
}

function explain({ code, field }: ApiError): string {
  if (code === 'forbidden') return 'A key with the scope webhooks is needed, or the --secret of a webhook that exists.'
  if (field === 'url')
    return 'Only a service on this machine reaches it here: else give --url, the public address of a tunnel to the port.'
  return 'Webhooks that are there: GET /webhooks.'
}

/** False where it may still be there. */
async function unregister(client: InventoryClient, id: string): Promise<boolean> {
  return client.deleteWebhook(id, { signal: AbortSignal.timeout(deleteWithinMs) }).then(
    () => true,
    (error) => error instanceof NotFoundError,
  )
}
