import { SESv2Client, type SESv2ClientConfig, SendEmailCommand } from '@aws-sdk/client-sesv2'
import type { Mail } from '../domain/mails/mail'
import { clientLimits } from './client-limits'

/** Throws where it is not known that the mail is taken. */
export type SendMail = (mail: Mail & { to: string }) => Promise<void>

const toContent = (Data: string) => ({ Data, Charset: 'UTF-8' })

/** Amazon SES, with `from` as the sender. */
export function openMail(from: string, config: SESv2ClientConfig = {}): SendMail {
  const client = new SESv2Client({ requestHandler: clientLimits, maxAttempts: 2, ...config })
  return async ({ to, subject, text, html, unsubscribe }) => {
    const Simple = {
      Subject: toContent(subject),
      Body: { Text: toContent(text), Html: toContent(html) },
      ...(unsubscribe !== null && { Headers: [{ Name: 'List-Unsubscribe', Value: `<${unsubscribe}>` }] }),
    }
    const Destination = { ToAddresses: [to] }
    await client.send(new SendEmailCommand({ FromEmailAddress: from, Destination, Content: { Simple } }))
  }
}
