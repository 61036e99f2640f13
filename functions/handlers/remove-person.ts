import { handleWork } from '../http/handle'
import { removePerson } from '../operations/people/person-changes'
import { routes } from '../routes/people'
import { directory } from '../runtime/people/people'

export const handler = handleWork(routes['remove-person'], async ({ context, params }, render) => {
  const reply = { body: undefined }
  await removePerson(context, directory, params.id, () => render(reply))
  return { reply, committed: true }
})
