import { type Mail, toLine } from './mail'
import { escapeHtml, formatButton, formatMailPage } from './mail-html'

/** What who is invited is told. `inviter`: null where it was no person. */
export type InvitationMail = { email: string; name: string; company: string; inviter: string | null }

/** `dashboard`: the address of the page. */
type InvitationContent = Omit<InvitationMail, 'email'> & { dashboard: string }

const next = 'Sign in with this address within seven days, and accept.'
const footer = 'If you do not know who this is, do nothing: the invitation ends by itself.'

/** Says who invites to what. Names may hold anything: a header has one line, and HTML is escaped. */
export function makeInvitationMail({ name, company, inviter, dashboard }: InvitationContent): Mail {
  const title = `You are invited to the inventory of ${toLine(company)}`
  const greeting = `Hello ${toLine(name)},`
  const who = `${inviter === null ? 'the operator of the service' : toLine(inviter)} invites you. ${next}`
  return {
    subject: title,
    text: [greeting, '', `${title}: ${who}`, '', dashboard, '', footer, ''].join('\n'),
    html: formatMailPage({
      title,
      intro: escapeHtml(greeting),
      content: [`<p>${escapeHtml(who)}</p>`, formatButton('Sign in', dashboard)],
      footer,
    }),
    unsubscribe: null,
  }
}
