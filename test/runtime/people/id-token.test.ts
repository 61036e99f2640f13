import { openIdVerifier } from '../../../functions/runtime/people/id-token'
import { Issuer, makeKey } from '../../support/issuer'

const issuer = new Issuer()
beforeAll(() => issuer.start())
afterAll(() => issuer.stop())

const open = () => openIdVerifier({ issuer: issuer.url, clientId: 'dashboard', audience: 'api' })
const second = () => Math.floor(Date.now() / 1_000)
const usual = { aud: 'dashboard', client_id: undefined, email: 'ada@example.com', email_verified: true }
const sign = (claims: object = {}, header: object = {}, ...key: Parameters<typeof issuer.sign>[2][]) =>
  issuer.sign({ ...usual, ...claims }, { typ: 'JWT', ...header }, ...key)

test('an ID token: its issuer, its subject and the address', async () => {
  const known = { issuer: issuer.url, subject: 'usr_1', email: 'ada@example.com' }
  expect(await open()(sign())).toEqual(known)
  expect(await open()(sign({ token_use: 'id' }, { typ: undefined }))).toEqual(known)
  expect(await open()(sign({ aud: ['dashboard', 'other'], azp: 'dashboard' }))).toEqual(known)
})

test.each([{ email_verified: false }, { email_verified: 'true' }, { email_verified: undefined }, { email: undefined }])(
  'with %j, no address is known',
  async (claims) => {
    expect(await open()(sign(claims))).toMatchObject({ subject: 'usr_1', email: null })
  },
)

test.each<[string, () => string]>([
  ['of another client', () => sign({ aud: 'other' })],
  ['that another client asked for', () => sign({ aud: ['dashboard', 'other'], azp: 'other' })],
  ['of another issuer', () => sign({ iss: 'https://id.example.com' })],
  ['an access token', () => sign({}, { typ: 'at+jwt' })],
  ['an access token of a user pool', () => sign({ token_use: 'access' })],
  ['expired', () => sign({ exp: second() - 1 })],
  ['without a subject', () => sign({ sub: undefined })],
  ['of no algorithm', () => sign({}, { alg: 'none' }).replace(/[^.]+$/, '')],
  ['signed by a stranger', () => sign({}, {}, makeKey('stranger'))],
  ['no token', () => 'ada@example.com'],
])('a token is refused that is %s', async (_, forge) => {
  expect(await open()(forge())).toBeNull()
})
