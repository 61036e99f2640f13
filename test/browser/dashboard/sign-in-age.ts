import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { createClient, type InventoryClient } from '../../../client'
import { waitFor } from '../../support/eventually'
import { type Demo, findEmail } from '../demo'
import { getEmail, putToken, settle } from './sign-in'

const hourMs = 3_600_000

/** A token of the person, as the provider makes it on another device, or made after a sign-in of then. */
async function makeToken({ issuer }: Demo, email: string, at = Date.now()): Promise<string> {
  const body = new URLSearchParams({ email, auth_time: String(Math.floor(at / 1_000)) })
  const answer = await fetch(`${issuer}/tokens`, { method: 'POST', body })
  return ((await answer.json()) as { token: string }).token
}

/** Opens the form of a key, with a token of a sign-in an hour ago, and sends it. */
async function askForKey(page: Page, demo: Demo, name: string): Promise<void> {
  await page.goto(`${demo.baseUrl}/dashboard/settings/keys?open=new`)
  const email = await page.evaluate<string>(getEmail)
  await page.evaluate(putToken(await makeToken(demo, email, Date.now() - hourMs)))
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('alert').getByText('Sign in again to go on').waitFor()
  await page.getByRole('button', { name: 'Sign in again' }).click()
}

/** The form is open again afterwards, as it was, and sending it works. */
export async function makeKeyLate(page: Page, demo: Demo): Promise<void> {
  await askForKey(page, demo, 'Price tags')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click() // the address is there already
  await page.getByRole('button', { name: 'Create key' }).waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'Price tags')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('button', { name: 'I have kept it' }).click()
  await page.getByRole('button', { name: 'Revoke: Price tags' }).waitFor()
  assert.deepEqual(
    await page.evaluate(`Object.keys(sessionStorage).filter((name) => /^(draft|change) /.test(name))`),
    [],
  )
  console.log('session: an hour after signing in, a key was made by signing in again, with what was typed')
}

/** Who comes back as somebody else finds nothing of it. */
export async function comeBackAsAnother(page: Page, demo: Demo): Promise<void> {
  const email = await page.evaluate<string>(getEmail)
  await askForKey(page, demo, 'Not for you')
  await signInAs(page, findEmail(demo, 'enterprise', 'member'))
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  assert.doesNotMatch(await page.evaluate('JSON.stringify(sessionStorage)'), /Not for you/)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await signInAs(page, email)
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  console.log('session: somebody else who came back from the sign-in found nothing of what was typed')
}

async function signInAs(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** The owner ends all sessions on another device: this one is over, until the next sign-in. */
export async function endElsewhere(page: Page, demo: Demo, client: InventoryClient): Promise<void> {
  const { person } = await client.getAccount()
  const open = async () => createClient({ baseUrl: demo.baseUrl, apiKey: await makeToken(demo, person.email) })
  await (await open()).signOutPerson(person.id)
  await page.getByRole('link', { name: 'Orders' }).click()
  const again = page.getByRole('button', { name: 'Sign in again' })
  await again.waitFor()
  // A sign-in in the second of the end is refused, too.
  await waitFor(async () => await (await open()).getAccount().then(Boolean, () => false))
  await again.click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
  await settle(page)
  console.log('session: sessions that were ended on another device were over here, until the next sign-in')
}
