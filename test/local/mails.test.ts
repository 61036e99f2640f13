import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openLocalDirectory } from '../../functions/runtime/people/user-directory'
import { startSignIn } from '../../local/sign-in/process'
import { useTools } from '../support/command'
import { waitWhilePassing } from '../support/eventually'
import { listFailures } from '../support/local-pages'
import { type SignedIn, signInAs } from '../support/people'
import { type Customer, createCompanyWithKey, startTestService, useService } from '../support/service'
import { chooseSize } from '../support/size'
import { readTestStack } from '../support/stack'

// The mails of the local service. Alerts come from a change to a mail, through the running service: routes, stream,
// queue, functions and SES as in the template.

const minute = 60_000
const visibilityMs = 7 * minute
const service = useService(() =>
  startTestService(readTestStack(), { events: true, workersPerFunction: 2, signIn: { port: 0, mailDir: null } }),
)
const { folder, run } = useTools(service)
let customer: Customer
let viewer: SignedIn
beforeEach(async () => {
  service.mailbox.disturb = () => null
  service.mailbox.mails.length = 0
  customer = await createCompanyWithKey(service)
  viewer = await signInAs(service, customer, 'viewer')
  expect((await viewer.call('PUT', `/people/${viewer.id}`, { alerts: 'low_stock' })).status).toBe(200)
})

const addLow = (sku: string) => customer.client.createItem({ name: `Item ${sku}`, sku, quantity: 1, reorder_point: 5 })
const findMails = () => service.mailbox.mails.filter(({ to }) => to === viewer.email)

test('what becomes low is mailed after five minutes, with links to the dashboard', async () => {
  const begun = Date.now()
  service.setTime(begun)
  await Promise.all(['A', 'B', 'C'].map(addLow))
  const [mail] = await waitWhilePassing(service, minute / 4, async () => findMails().length > 0 && findMails())
  expect(mail).toMatchObject({
    from: 'alerts@example.com',
    subject: 'Test: 3 items are low on stock',
    headers: { 'List-Unsubscribe': `<${service.baseUrl}/dashboard/settings/alerts>` },
  })
  for (const part of [mail?.text, mail?.html]) expect(part).toContain(`${service.baseUrl}/dashboard/orders/reorder`)
  expect((mail?.at ?? 0) - begun).toBeGreaterThanOrEqual(5 * minute)
  service.setTime(service.now() + 60 * minute)
  expect(findMails()).toHaveLength(1)
  expect(service.logs.join('\n')).not.toContain(viewer.email)
})

test.each(chooseSize({ quick: ['away'], thorough: ['away', { error: 'MessageRejected' }] } as const))(
  'a mail that SES does not take (%j) ends in the queue of failures, and a replay sends it',
  async (trouble) => {
    service.mailbox.disturb = (to) => (to === viewer.email ? trouble : null)
    const colleague = await signInAs(service, customer, 'owner')
    await colleague.call('PUT', `/people/${colleague.id}`, { alerts: 'low_stock' })
    await addLow('A')
    await waitWhilePassing(service, visibilityMs / 20, async () => (await listFailures(service)).length > 0)
    service.mailbox.disturb = () => null
    expect(await listFailures(service)).toMatchObject([
      { function: expect.stringContaining('SendAlerts'), event: { people: [viewer.id] }, attempts: 3 },
    ])
    expect([(await run('failures', 'replay')).status, findMails().length]).toEqual([0, 1])
    expect(service.mailbox.mails.filter(({ to }) => to === colleague.email)).toHaveLength(1)
  },
)

test.each([join(folder, 'mail'), null])('an invitation is taken, and is a mail in the folder: %j', async (mailDir) => {
  const { issuer, stop } = await startSignIn({ port: 0, mailDir })
  try {
    const added = await openLocalDirectory(issuer).add({ id: 'usr_1', email: 'ada@example.com', name: 'Ada' })
    expect(added).toEqual({ issuer, subject: 'ada@example.com' })
    if (mailDir === null) return
    const [file = '', ...others] = readdirSync(mailDir)
    expect([file, others]).toEqual([expect.stringMatching(/-ada@example\.com\.eml$/), []])
    const mail = readFileSync(join(mailDir, file), 'utf8')
    expect(mail).toMatch(/^From: .+\r\nTo: ada@example\.com\r\nSubject: .+\r\nDate: .+\r\n.+\r\n\r\nHello Ada,\r\n/)
    expect(mail).toContain(issuer)
  } finally {
    await stop()
  }
})
