import { type Command, ofService } from '../command-line'
import { customerOptions, customerUsage } from '../spreadsheets/customer'
import { printEvents } from './follow'
import { republish } from './republish'

const usage = `Prints what has happened, oldest first, each event as a line of JSON.

  npx inventory events [options]
  npx inventory events republish --since TIME     for platform engineers: see below

  --follow         wait for more at the end, until Ctrl-C. Without it, the command ends with the newest event
  --after CURSOR   go on where another run has ended: it says where. Without it: the oldest event that the plan shows
  --since T        begin after this time, such as 2027-01-31T00:00:00Z
  --types LIST     such as item.low_stock,order.*
${customerUsage}

  The feed skips nothing and repeats nothing. It is 15 seconds behind: what is younger may still be under way.

  npx inventory events --follow --types item.low_stock

republish puts what has happened since TIME on the bus of the service once more, such as after a disaster, and queues
deliveries to webhooks that there are not yet. Ids are those
of the first time, so that receivers know what they have had. Exit status 1 where an event is not taken.
  --since TIME     such as 2027-01-31T00:00:00Z
  --company ID     one company. Without it: all
  --json           one JSON document on stdout
  --info FILE      of the running local service (default .local/service.json)
  --stack NAME     a deployed stack instead`

const text = { type: 'string' } as const

export const command: Command = {
  usage,
  action: {
    options: { ...customerOptions, follow: { type: 'boolean' }, after: text, since: text, types: text },
    run: printEvents,
  },
  actions: {
    republish: { options: { ...ofService, since: text, company: text }, required: ['since'], run: republish },
  },
}
