import { text } from 'node:stream/consumers'
import type Provider from 'oidc-provider'
import { type MailFile, writeMail } from '../mails/mail-files'

/**
 * `POST /invitations`, with `email` and `name`, writes the mail that a user pool would send into the folder. Without a
 * folder, nothing is written.
 */
export function answerInvitations(issuer: string, folder: string | null): Parameters<Provider['use']>[0] {
  return async (ctx, next) => {
    if (ctx.path !== '/invitations' || ctx.method !== 'POST') return next()
    const sent = new URLSearchParams(await text(ctx.req))
    if (folder !== null) writeMail(folder, formatInvitation(issuer, sent.get('email') ?? '', sent.get('name') ?? ''))
    ctx.status = 204
  }
}

/** By RFC 5322. */
function formatInvitation(issuer: string, to: string, name: string): MailFile {
  const at = new Date()
  const headers = [
    'From: inventory@localhost',
    `To: ${to}`,
    'Subject: You are invited to an inventory',
    `Date: ${at.toUTCString().replace('GMT', '+0000')}`,
    'Content-Type: text/plain; charset=utf-8',
  ]
  const body = [
    `Hello ${name},`,
    '',
    'sign in with this address within seven days. This machine asks for no password.',
    issuer,
  ]
  return { to, at, content: [...headers, '', ...body, ''].join('\r\n') }
}
