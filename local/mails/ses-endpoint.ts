import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import * as z from 'zod'
import { account, region } from '../names'
import { findDenial, type Policies } from '../rights/callers'
import { answerInRest, type Served, serve } from '../serve'
import { formatMail, type SentMail, writeMail } from './mail-files'

const Content = z.object({ Data: z.string(), Charset: z.literal('UTF-8') })
/** SES refuses headers of more than one line, and so does this. */
const line = z.string().regex(/^[^\r\n]*$/)
const SendEmail = z.object({
  FromEmailAddress: line,
  Destination: z.object({ ToAddresses: z.array(line).length(1) }),
  Content: z.object({
    Simple: z.object({
      Subject: Content.extend({ Data: line }),
      Body: z.object({ Text: Content, Html: Content }),
      Headers: z.array(z.object({ Name: line, Value: line })).default([]),
    }),
  }),
})

/** How a test disturbs SES: `away` is no answer, a text is the name of an error. */
type Disturb = (to: string) => 'away' | { error: string } | null

/** The mails that were sent. They are files in the folder, too, unless that is null. */
export class Mailbox {
  readonly mails: SentMail[] = []
  /** Set by tests. */
  disturb: Disturb = () => null

  constructor(private readonly folder: string | null) {}

  put(mail: SentMail): void {
    this.mails.push(mail)
    if (this.folder === null) return
    writeMail(this.folder, { to: mail.to, at: new Date(mail.at), content: formatMail(mail) })
  }
}

/** SendEmail of SES, version 2. A call passes only if the policies of the calling function allow it. */
export function openSesEndpoint(
  mailbox: Mailbox,
  { policies, now }: { policies: Policies; now: () => number },
): Promise<Served> {
  return serve(async (incoming, outgoing) => {
    const request = SendEmail.safeParse(JSON.parse(await text(incoming)))
    if (!request.success || incoming.url !== '/v2/email/outbound-emails')
      return answerInRest(outgoing, 400, { message: request.error?.message ?? 'not known here' }, 'BadRequestException')
    const mail = readMail(request.data, now())
    const denial = findDenial(incoming, policies, {
      action: 'ses:SendEmail',
      resource: `arn:aws:ses:${region}:${account}:identity/${mail.from}`,
      context: { 'ses:FromAddress': [mail.from] },
    })
    if (denial !== null) return answerInRest(outgoing, 400, { message: denial }, 'AccessDeniedException')
    const disturbed = mailbox.disturb(mail.to)
    if (disturbed === 'away') return void outgoing.destroy()
    if (disturbed !== null) return answerInRest(outgoing, 400, { message: 'refused' }, disturbed.error)
    mailbox.put(mail)
    answerInRest(outgoing, 200, { MessageId: randomUUID() })
  })
}

function readMail({ FromEmailAddress, Destination, Content }: z.output<typeof SendEmail>, at: number): SentMail {
  const { Subject, Body, Headers } = Content.Simple
  return {
    from: FromEmailAddress,
    to: Destination.ToAddresses[0] ?? '',
    subject: Subject.Data,
    text: Body.Text.Data,
    html: Body.Html.Data,
    headers: Object.fromEntries(Headers.map(({ Name, Value }) => [Name, Value])),
    at,
  }
}
