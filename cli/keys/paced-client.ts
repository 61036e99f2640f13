import { setTimeout as sleep } from 'node:timers/promises'
import type { APIGatewayClient, APIGatewayClientConfig } from '@aws-sdk/client-api-gateway'
import { openControlPlane } from '../../functions/runtime/gateway/control-plane'

/** AWS admits ten to an account, for all that use its control plane. The rest is for owners who make keys. */
const callsPerSecond = 8
/** AWS admits five. */
const creationsPerSecond = 4

/** A client of API Gateway's control plane that sends no faster than AWS admits, whoever shares it. */
export function openPacedClient(
  pacers = { calls: new Pacer(callsPerSecond), creations: new Pacer(creationsPerSecond) },
  config: APIGatewayClientConfig = {},
): APIGatewayClient {
  const client = openControlPlane(config)
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        if (commandName === 'CreateApiKeyCommand') await pacers.creations.wait()
        await pacers.calls.wait()
        return next(args)
      },
    { step: 'deserialize', priority: 'low', name: 'pace' }, // next to the sending: each attempt waits for its turn
  )
  return client
}

/** `now` and `sleep`: in milliseconds. */
type Clock = { now: () => number; sleep: (ms: number) => Promise<unknown> }

/** Lets so many go on in a second, one after the other, in the order in which they came. Saves no turns for later. */
export class Pacer {
  private next = 0

  constructor(
    private readonly perSecond: number,
    private readonly clock: Clock = { now: () => performance.now(), sleep },
  ) {}

  async wait(): Promise<void> {
    const now = this.clock.now()
    const turn = Math.max(now, this.next)
    this.next = turn + 1_000 / this.perSecond
    if (turn > now) await this.clock.sleep(turn - now)
  }
}
