import { handleChange } from '../http/handle'
import { changePerson } from '../operations/people/person-changes'
import { routes } from '../routes/people'
import { sendsMail } from '../runtime/mail-settings'

export const handler = handleChange(routes['update-person'], async ({ context, params, body }) => {
  const { changeset, result: person } = await changePerson(context, { sendsMail }, params.id, body)
  return { changeset, result: { body: person } }
})
