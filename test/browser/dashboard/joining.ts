import assert from 'node:assert/strict'
import type { Browser, Page } from 'playwright-core'
import type { InventoryClient } from '../../../client'
import { openPage } from '../browser'
import { type Demo, findEmail } from '../demo'
import { enter, openAs, openClient } from './sign-in'

const email = 'joiner@example.com'
const [one, other] = ['Northern Logistics', 'Harbour Supplies']

/** Two companies invite somebody, who joins one of them, leaves it and joins the other. */
export async function checkJoining(browser: Browser, demo: Demo): Promise<string[]> {
  const owners = await Promise.all(
    (['enterprise', 'professional'] as const).map((plan) => openOwner(browser, demo, plan)),
  )
  const [north, harbour] = owners
  const { context, page, watched } = await openPage(
    browser,
    undefined,
    /Failed to load resource|unauthorized|invalid_state|40[01] \S+ $/,
  )
  await enter(page, demo, email)
  await page.getByRole('heading', { name: 'No company has invited you' }).waitFor()
  await page.getByText(email).waitFor()
  await invite(north?.client, 'member')
  const gone = await invite(harbour?.client, 'viewer')
  await page.getByRole('button', { name: 'Look again' }).click()
  await page.getByRole('heading', { name: 'You are invited' }).waitFor()
  await joinWhatWasTakenBack(page, harbour?.client, gone.id)
  await page.getByText('Demo owner invites you. As a member').waitFor()
  await join(page, one)
  console.log('joining: an invitation was accepted, and one that was taken back was not')
  await invite(harbour?.client, 'viewer')
  await leave(page, demo, one)
  await join(page, other)
  console.log('joining: who has left a company has joined another one')
  await leave(page, demo, other)
  await page.getByRole('heading', { name: 'No company has invited you' }).waitFor()
  for (const each of [context, ...owners.map((owner) => owner.context)]) await each.close()
  return watched.messages
}

async function openOwner(browser: Browser, demo: Demo, plan: 'enterprise' | 'professional') {
  const { context, page } = await openAs(browser, demo, findEmail(demo, plan, 'owner'))
  return { context, client: await openClient(page, demo) }
}

async function invite(client: InventoryClient | undefined, role: 'member' | 'viewer') {
  assert.ok(client)
  return client.invitePerson({ email, name: 'Jo', role })
}

/** The page still shows it. */
async function joinWhatWasTakenBack(page: Page, client: InventoryClient | undefined, id: string): Promise<void> {
  await client?.removePerson(id)
  await page.getByRole('button', { name: `Join ${other}` }).click()
  await page.getByText('No such invitation to this address is open.').waitFor()
}

async function join(page: Page, company: string): Promise<void> {
  await page.getByRole('button', { name: `Join ${company}` }).click()
  await page.getByText(`${company} · Jo`).waitFor()
}

async function leave(page: Page, { baseUrl }: Demo, company: string): Promise<void> {
  await page.goto(`${baseUrl}/dashboard/settings`)
  await page.getByRole('button', { name: `Leave ${company}` }).click()
  const question = page.getByRole('dialog', { name: `Leave ${company}?` })
  await question.getByRole('button', { name: 'Leave' }).click()
  await question.waitFor({ state: 'hidden' })
}
