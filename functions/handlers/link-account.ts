import { handleStranger } from '../http/handle'
import { linkPerson } from '../operations/people/link-person'
import { routes } from '../routes/people'
import { env } from '../runtime/env'
import { openIdVerifier } from '../runtime/people/id-token'

const { PEOPLE: people } = env
const verify = people ? openIdVerifier(people) : async () => null

export const handler = handleStranger(routes['link-account'], async ({ table, hash, body }) => ({
  body: await linkPerson(table, verify, hash, body.id_token),
}))
