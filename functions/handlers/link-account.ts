import { handleStranger } from '../http/handle'
import { acceptInvitation, requireIdentity } from '../operations/people/accept-invitation'
import { routes } from '../routes/people'
import { verifyIdToken } from '../runtime/people/own-id-token'

export const handler = handleStranger(routes['link-account'], async ({ table, hash, requestId, body }) => {
  const identity = await requireIdentity(verifyIdToken, hash, body.id_token)
  return { body: await acceptInvitation(table, identity, { invitationId: body.invitation_id, requestId }) }
})
