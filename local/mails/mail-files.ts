import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** `content`: by RFC 5322. */
export type MailFile = { to: string; at: Date; content: string }

/** Two mails to one address within a millisecond have the same name, and the later one is kept. */
export function writeMail(folder: string, { to, at, content }: MailFile): void {
  mkdirSync(folder, { recursive: true })
  const name = `${at.toISOString().replace(/[:.]/g, '-')}-${to.replace(/[^\w@.+-]/g, '_')}`
  writeFileSync(join(folder, `${name}.eml`), content)
}

export type SentMail = {
  from: string
  to: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  /** Epoch milliseconds. */
  at: number
}

/** By RFC 5322 and 2046. */
export function formatMail({ from, to, subject, text, html, headers, at }: SentMail): string {
  const boundary = randomUUID()
  const part = (type: string, content: string) => [
    `--${boundary}`,
    `Content-Type: ${type}; charset=utf-8`,
    'Content-Transfer-Encoding: base64',
    '',
    encode(content).replace(/.{76}/g, '$&\r\n'),
  ]
  return [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: =?UTF-8?B?${encode(subject)}?=`,
    `Date: ${new Date(at).toUTCString().replace('GMT', '+0000')}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    ...part('text/plain', text),
    ...part('text/html', html),
    `--${boundary}--`,
    '',
  ].join('\r\n')
}

function encode(text: string): string {
  return Buffer.from(text).toString('base64')
}
