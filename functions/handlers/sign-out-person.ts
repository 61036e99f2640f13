import { handleChange } from '../http/handle'
import { signOutPerson } from '../operations/people/sign-out'
import { routes } from '../routes/people'

export const handler = handleChange(routes['sign-out-person'], async ({ context, params }) => {
  const { changeset } = await signOutPerson(context, params.id)
  return { changeset, result: { body: undefined } }
})
