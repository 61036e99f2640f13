import { handleStranger } from '../http/handle'
import { listInvitations, requireIdentity } from '../operations/people/accept-invitation'
import { routes } from '../routes/people'
import { verifyIdToken } from '../runtime/people/own-id-token'

export const handler = handleStranger(routes['list-invitations'], async ({ table, hash, body }) => ({
  body: { data: await listInvitations(table, await requireIdentity(verifyIdToken, hash, body.id_token)) },
}))
