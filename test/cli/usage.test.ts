import { expectRefused, type Outcome, runInventory, useTools } from '../support/command'
import { useCustomer } from '../support/service'
import { listAccess } from '../support/spreadsheet'

// What each command says of wrong use, before it does anything: the reason, with the exit status 2.

const { service, customer } = useCustomer()
const tools = useTools(service)

type Case = [line: string, reason: string]

/** Splits a line as a shell does. */
const split = (line: string) => (line.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replaceAll("'", ''))

async function expectMisuse(outcome: Promise<Outcome>, reason: string): Promise<void> {
  expect(await expectRefused(outcome, reason)).toMatch(/\nSee --help\.\n$/)
}

const ofEngineers: Case[] = [
  ['companies create --name A --plan gold', '--plan must be one of starter, professional, enterprise'],
  ['companies create --plan starter', '--name is needed'],
  ["companies create --name ' ' --plan starter", '--name must not be empty'],
  ['companies plan --company cmp_x --plan starter', 'there is no company cmp_x'],
  ['companies plan --all --plan starter', '--all and --plan exclude each other'],
  ['companies plan --company cmp_1', '--plan is needed'],
  ['companies plan', '--company or --all is needed'],
  ['companies drop', "there is no command 'drop'"],
  ['companies suspend', '--company is needed'],
  ['companies suspend --company cmp_x', 'there is no company cmp_x'],
  ['companies resume --company cmp_x', 'there is no company cmp_x'],
  ['companies export --company cmp_x', 'there is no company cmp_x'],
  ['companies export --company COMPANY --rows', '--out is needed with --rows'],
  ['companies export --company COMPANY --rows --out x.gz', '--key-file is needed with --rows'],
  ['companies export --company COMPANY --key-file x.key', '--key-file is for --rows'],
  ['companies import x.gz', '--key-file is needed'],
  ['companies import --key-file x.key', 'FILE is needed'],
  ['companies import x.gz --key-file nowhere.key', 'has no key: ENOENT'],
  ['companies import x.gz --key-file .nvmrc', 'has no key: it was not written by the export'],
  ['companies erase --company cmp_x', 'there is no company cmp_x'],
  ['events republish', '--since is needed'],
  ['events republish --since yesterday', '--since must be a time, such as'],
  ['events republish --since 2026-01-01T00:00:00Z --company cmp_x', 'there is no company cmp_x'],
  ['events republish --since 2026-01-01T00:00:00Z --follow', "Unknown option '--follow'"],
  ['failures replay --all', "Unknown option '--all'"],
  ['failures discard', '--id is needed'],
  ['failures drop', "there is no command 'drop'"],
  ['keys create --company cmp_x', 'there is no company cmp_x'],
  ['keys create --company cmp_x --scopes admin', '--scopes must be one of read, write, webhooks'],
  ['keys create --company cmp_x --expires-at soon', '--expires-at must be an ISO 8601 time'],
  ['keys create --company cmp_x --expires-at 2020-01-01', '--expires-at must be in the future'],
  ['keys create --company cmp_x --expires-at 1/1/2030', '--expires-at must be an ISO 8601 time'],
  ["keys create --company cmp_x --user ''", '--user must not be empty'],
  ['keys revoke --key key_x', 'there is no key key_x'],
  ['keys list --colour red', "Unknown option '--colour'"],
  ['keys leftovers', "Unknown option '--info'"], // needs no local service
  ['verify', '--company or --all is needed'],
  ['verify --all --company cmp_1', '--all and --company exclude each other'],
  ['verify --all --no-scan', '--all and --no-scan exclude each other'],
  ['verify --company cmp_0', 'there is no company cmp_0'],
  ["verify --company ''", '--company must not be empty'],
  ['verify --company cmp_1 --deep', "Unknown option '--deep'"],
  ['verify --company cmp_1 now', "Unexpected argument 'now'"],
]

test.each(ofEngineers)('%s: %s', async (line, reason) => {
  await expectMisuse(tools.run(...split(line.replace('COMPANY', customer.company.id))), reason)
})

const ofUsers: Case[] = [
  ['events --after x --since 2026-03-14T12:00:00Z', '--since must be left out where --after is given'],
  ['export', 'a list is needed'],
  ['export stock', "'stock' cannot be exported: one of items, transactions, orders, audit can"],
  ['export items --format xlsx', '--format must be one of csv, jsonl'],
  ['export items --since yesterday', '--since must be a time'],
  ['export items --since 2026-02-30', '--since must be a time'],
  ['export items --separator a', '--separator must be one of ,, ;, tab, |'],
  ['import', 'a file is needed\nSee --help.'],
  ['import nowhere.csv', 'nowhere.csv cannot be read'],
  ['import x.csv y.csv', "'y.csv' is one argument too many"],
  ['import x.csv --updat', "Unknown option '--updat'"],
]

test.each(ofUsers)('%s: %s', async (line, reason) => {
  const access = listAccess({ baseUrl: service.baseUrl, secret: customer.secret })
  await expectMisuse(runInventory(split(line), access), reason)
})

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const ofAnyone: Case[] = [
  ['drill --items 3', '--items must be from 4 to 1000'],
  ['drill --items many', '--items must be from 4 to 1000'],
  ['drill --table x', "Unknown option '--table'"],
  ['keys create --company cmp_1 --stack S --url example.com', 'the base URL must be one such as'],
  ['keys create --company cmp_1 --stack S --url https://a.test/v1 --no-wait', '--url and --no-wait exclude each other'],
  ['keys repair --stack S', '--company or --all is needed'],
  ['keys repair --stack S --all --company cmp_1', '--all and --company exclude each other'],
  ['keys repair --stack S --company cmp_1 --after cmp_1', '--after belongs to --all'],
  ['listen --secret sk_live_1', 'must be a text that begins with whsec_'],
  ['listen --secret whsec_c2hvcnQ=', 'The secret is not whole'],
  [`listen --secret ${secret} --events *`, '--events must be left out with a secret'],
  ['listen --port 70000', '--port must be from 0 to 65535'],
  ['listen --count x', '--count must be from 0 to'],
  ['listen --events item.sold', '--events must be one of item.created'],
  ['smoke', '--url is needed, or INVENTORY_BASE_URL'],
  ['smoke --url https://example.com/v1', '--key is needed, or INVENTORY_API_KEY'],
  ['smoke --url example.com --key sk_1', 'the base URL must be one such as'],
  ['smoke now', "Unexpected argument 'now'"],
  ['tables prepare', '--table is needed'],
  ["tables prepare --table 'no table'", '--table must be 3 to 255 letters'],
  ['tables check --table Inventory --stack Inventory-prod', "Unknown option '--stack'"],
  ['tables check --table Inventory --endpoint here', '--endpoint must be a URL'],
  ['tables repair', "there is no command 'repair'"],
  ['trace --since soon --stack x', '--since must be such as'],
  ['trace --since 1h', '--since needs --stack'],
  ['trace --request a"b', '--request must be an id'],
]

test.each(ofAnyone)('%s: %s', async (line, reason) => {
  await expectMisuse(runInventory(split(line), { INVENTORY_BASE_URL: '', INVENTORY_API_KEY: '' }), reason)
})
