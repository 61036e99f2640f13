import { handleChange } from '../http/handle'
import { invitePerson } from '../operations/people/person-changes'
import { routes } from '../routes/people'
import { directory } from '../runtime/people/people'

export const handler = handleChange(routes['invite-person'], async ({ context, body }) => {
  const { changeset, result: person } = await invitePerson(context, directory, body)
  return { changeset, result: { body: person } }
})
