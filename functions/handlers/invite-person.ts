import { handleWork } from '../http/handle'
import { invitePerson } from '../operations/people/person-changes'
import { routes } from '../routes/people'
import { directory } from '../runtime/people/people'

export const handler = handleWork(routes['invite-person'], async ({ context, body: fields }, render) => {
  const invitation = { ...fields, id: null }
  const body = await invitePerson(context, directory, invitation, (person) => render({ body: person }))
  return { reply: { body }, committed: true }
})
