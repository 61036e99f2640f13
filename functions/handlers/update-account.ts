import { handleWork } from '../http/handle'
import { changeCompany, toCompanyAnswer } from '../operations/companies/change-company'
import { routes } from '../routes/people'

export const handler = handleWork(routes['update-account'], async ({ context, body }, render) => {
  const company = await changeCompany(context, body, (changed) => render({ body: toCompanyAnswer(changed) }))
  return { reply: { body: toCompanyAnswer(company) }, committed: true }
})
