import { handleRead } from '../http/handle'
import { getAccount } from '../operations/companies/account'
import { routes } from '../routes/people'
import { sendsMail } from '../runtime/mail-settings'
import * as workers from '../runtime/workers'

export const handler = handleRead(routes['get-account'], async ({ context }) => ({
  body: await getAccount({ ...context, workers }, { sendsMail }),
}))
