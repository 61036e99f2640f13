import { makeInvitationMail } from '../../functions/domain/mails/invitation-mail'

const dashboard = 'https://api.example.com/v1/dashboard'

test('names the company, who invites and the page, and makes no link of what somebody has typed', () => {
  const names = { name: '<b>Ada', company: 'Acme https://evil.example\r\nBcc: x', inviter: 'Olga\u202e evil.example' }
  const { subject, text, html, unsubscribe } = makeInvitationMail({ ...names, dashboard })
  expect(subject).toBe('You are invited to the inventory of Acme https: //evil. example Bcc: x')
  expect(text).toContain('Olga evil. example invites you. Sign in with this address within seven days, and accept.')
  expect([text, html].every((part) => part.includes(dashboard))).toBe(true)
  expect(html).toContain('Hello &#60;b&#62;Ada,')
  expect(html).not.toMatch(/<b>|evil\.example|https:\/\/evil/)
  expect(unsubscribe).toBeNull()
})

test('an invitation of no person is one of the operator', () => {
  const { text } = makeInvitationMail({ name: 'Ada', company: 'Acme', inviter: null, dashboard })
  expect(text).toContain('the operator of the service invites you')
})
