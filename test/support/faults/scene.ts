import { revokeApiKey } from '../../../admin/keys/api-keys'
import { alertPauseMs } from '../../../functions/domain/alerts/alert'
import { keyScopes } from '../../../functions/domain/companies/caller'
import { makeGatewayValue, stackTag } from '../../../functions/domain/companies/gateway-key'
import { type Route, type RouteId, routes } from '../../../functions/routes'
import type { Vault } from '../../../functions/runtime/vault'
import { putAlert } from '../../../functions/store/companies/alert-row'
import { findPerson } from '../../../functions/store/companies/person-row'
import { keys } from '../../../functions/store/table/schema'
import { changeRow } from '../damage'
import { forkCompany } from '../fork'
import { inviteStranger, signInAs } from '../people'
import { createKey } from '../service'
import { readTestStack } from '../stack'
import { noon } from '../table'
import type { startFaultyService } from './faulty-service'
import { alertId, type World, webhookSecret } from './world'

// What a case needs besides its world.

export type Setting = {
  service: Awaited<ReturnType<typeof startFaultyService>>
  vault: Vault
  worlds: { plain: World; restoring: World }
}

/** A company of the case's own, and what the job of that name finds to do. */
export async function openScene(setting: Setting, name: string, from: World): Promise<World> {
  const world = { ...from, companyId: `cmp_${String(Math.random()).slice(2, 18).padEnd(26, '0')}` }
  await forkCompany(setting.service.rows, from.rows, { from: from.companyId, to: world.companyId })
  await sealSecret(setting, world)
  if (name === 'SendAlerts') await openAlert(setting, world)
  if (name === 'RemoveOrphanedGatewayKeys') await holdDeadKey(setting, world)
  return world
}

/** A key, or an owner where only people come. `person`, `key`: others, which nobody has changed yet. */
export async function openCaller({ service }: Setting, id: RouteId, { companyId, ids }: World) {
  const customer = customerOf(companyId)
  const route: Route = routes[id]
  if (route.needsPeople !== true) {
    const scopes = { scopes: [...keyScopes] }
    return { ...(await createKey(service, companyId, 'enterprise', scopes)), ids }
  }
  if (id === 'link-account' || id === 'list-invitations') {
    const { id: invitation, call, idToken } = await inviteStranger(service, customer, 'owner')
    return { call, ids: { ...ids, idToken, invitation } }
  }
  const { id: person } = await signInAs(service, customer, 'member')
  const { keyId: key } = await createKey(service, companyId, 'enterprise')
  return { ...(await signInAs(service, customer, 'owner')), ids: { ...ids, person, key } }
}

const customerOf = (id: string) => ({ company: { id, plan: 'enterprise' as const } })

/** A secret opens only for its own company, and every case has another one. */
async function sealSecret({ service, vault }: Setting, { companyId, ids }: World): Promise<void> {
  const secret = await vault.seal(webhookSecret, `${companyId}/${ids.webhook}`)
  await changeRow(service.rows, keys.webhook(companyId, ids.webhook), { secret })
}

/** Somebody wants to know what has become low. */
async function openAlert({ service }: Setting, { companyId }: World): Promise<void> {
  const { id } = await signInAs(service, customerOf(companyId), 'member')
  const person = await findPerson(service.rows, companyId, id)
  await changeRow(service.rows, keys.principal(person?.hash ?? ''), { alerts: 'low_stock' })
  const alert = { id: alertId, cursor: '', latest: '0', due_at: noon + alertPauseMs }
  await putAlert(service.rows, companyId, alert, null)
}

/** API Gateway holds a key that was revoked, made two hours ago. */
async function holdDeadKey({ service }: Setting, { companyId }: World): Promise<void> {
  const { keyId } = await createKey(service, companyId, 'enterprise')
  await revokeApiKey(service.rows, keyId)
  const tags = { [stackTag]: readTestStack().name }
  const value = makeGatewayValue(keyId)
  service.gatewayKeys.add({ id: value, name: keyId, value, createdDate: noon / 1_000 - 7_200, tags })
}
