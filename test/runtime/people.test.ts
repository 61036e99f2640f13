import { createHmac } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { localAccess } from '../../cli/target'
import { openVerifier } from '../../functions/runtime/people/access-token'
import { openIdVerifier } from '../../functions/runtime/people/id-token'
import { openUserPool } from '../../functions/runtime/people/user-pool'
import { serve } from '../../local/serve'
import { Issuer, makeKey } from '../support/issuer'

const issuer = new Issuer()
beforeAll(() => issuer.start())
afterAll(() => issuer.stop())

const open = (audience: string | null = 'api') => openVerifier({ issuer: issuer.url, clientId: 'dashboard', audience })
const second = () => Math.floor(Date.now() / 1_000)

test('an access token: its issuer, its subject and its end', async () => {
  const exp = second() + 60
  const usual = { issuer: issuer.url, subject: 'usr_1', authTime: null, hasSecondFactor: false }
  expect(await open()(issuer.sign({ exp }))).toEqual({ ...usual, expiresAt: exp })
  const ofCognito = issuer.sign({ aud: undefined, token_use: 'access' }, { typ: undefined })
  expect(await open(null)(ofCognito)).toMatchObject({ subject: 'usr_1' })
})

test.each<[claims: object, authTime: number | null, hasSecondFactor?: boolean]>([
  [{ auth_time: 1_700_000_000, amr: ['pwd', 'mfa'] }, 1_700_000_000, true],
  [{ auth_time: 1_700_000_000, amr: ['pwd'] }, 1_700_000_000],
  [{ auth_time: 1_700_000_000_000 }, null], // milliseconds would be recent for ever
  [{ auth_time: '1700000000', amr: 'mfa' }, null],
  [{ auth_time: -1, amr: [['mfa']] }, null],
  [{ auth_time: null, amr: null }, null],
])('of the sign-in, an access token with %j says this', async (claims, authTime, hasSecondFactor = false) => {
  expect(await open()(issuer.sign(claims))).toMatchObject({ subject: 'usr_1', authTime, hasSecondFactor })
})

const unsigned = (token: string) => token.replace(/[^.]+$/, '')
const signByPublicKey = () => {
  const [, payload] = issuer.sign().split('.')
  const header = { alg: 'HS256', typ: 'at+jwt', kid: issuer.keys[0]?.kid }
  const head = Buffer.from(JSON.stringify(header)).toString('base64url')
  const secret = issuer.keys[0]?.publicKey.export({ format: 'pem', type: 'spki' }) ?? ''
  return `${head}.${payload}.${createHmac('sha256', secret).update(`${head}.${payload}`).digest('base64url')}`
}
const tamper = () => {
  const [head, , signature] = issuer.sign().split('.')
  return [head, issuer.sign({ sub: 'usr_2' }).split('.')[1], signature].join('.')
}

test.each<[string, () => string]>([
  ['of another client', () => issuer.sign({ client_id: 'other' })],
  ['for another API', () => issuer.sign({ aud: 'other' })],
  ['of another issuer', () => issuer.sign({ iss: 'https://id.example.com' })],
  ['an ID token', () => issuer.sign({ aud: ['api', 'dashboard'] }, { typ: 'JWT' })],
  ['expired', () => issuer.sign({ exp: second() - 1 })],
  ['not valid yet', () => issuer.sign({ nbf: second() + 60 })],
  ['without an end', () => issuer.sign({ exp: undefined })],
  ['without a subject', () => issuer.sign({ sub: undefined })],
  ['of no algorithm', () => unsigned(issuer.sign({}, { alg: 'none' }))],
  ['signed by the public key as a secret', signByPublicKey],
  ['changed', tamper],
  ['signed by a stranger under a known name', () => issuer.sign({}, {}, makeKey(issuer.keys[0]?.kid ?? ''))],
  ['signed by a stranger under an unknown name', () => issuer.sign({}, {}, makeKey('stranger'))],
  ['no JSON', () => 'a.b.c'],
  ['no token', () => 'sk_live_1'],
])('an access token is refused that is %s', async (_, forge) => {
  const verify = open()
  expect(await verify(issuer.sign())).not.toBeNull()
  expect(await verify(forge())).toBeNull()
  expect(await verify(issuer.sign())).not.toBeNull()
})

test('of a user pool, a token for another use or client is refused', async () => {
  const verify = open(null)
  expect(await verify(issuer.sign({ token_use: 'id', aud: 'dashboard' }))).toBeNull()
  expect(await verify(issuer.sign({ token_use: 'access', client_id: 'other' }))).toBeNull()
})

test('new keys of the provider are found without a restart; those that are known go on while it is away', async () => {
  const own = new Issuer()
  await own.start()
  const verify = openVerifier({ issuer: own.url, clientId: 'dashboard', audience: 'api' })
  expect(await verify(own.sign())).not.toBeNull()
  const before = own.reads
  expect(await verify(own.sign())).not.toBeNull()
  expect(own.reads).toBe(before)
  own.rotate()
  expect(await verify(own.sign())).not.toBeNull()
  expect(own.reads).toBe(before + 1)
  own.stop()
  expect(await verify(own.sign())).not.toBeNull()
  await expect(verify(own.sign({}, {}, makeKey('newer')))).rejects.toThrow()
})

test('a provider that cannot be reached says nothing about a token; the next one asks again', async () => {
  const own = new Issuer()
  await own.start()
  const { url } = own
  own.stop()
  const verify = openVerifier({ issuer: url, clientId: 'dashboard', audience: 'api' })
  for (let time = 0; time < 2; time++) await expect(verify(own.sign())).rejects.toThrow('fetch failed')
})

const openForIds = () => openIdVerifier({ issuer: issuer.url, clientId: 'dashboard', audience: 'api' })
const usual = { aud: 'dashboard', client_id: undefined, email: 'ada@example.com', email_verified: true }
const signId = (claims: object = {}, header: object = {}, ...key: Parameters<typeof issuer.sign>[2][]) =>
  issuer.sign({ ...usual, ...claims }, { typ: 'JWT', ...header }, ...key)

test('an ID token: its issuer, its subject and the address', async () => {
  const known = { issuer: issuer.url, subject: 'usr_1', email: 'ada@example.com' }
  expect(await openForIds()(signId())).toEqual(known)
  expect(await openForIds()(signId({ token_use: 'id' }, { typ: undefined }))).toEqual(known)
  expect(await openForIds()(signId({ aud: ['dashboard', 'other'], azp: 'dashboard' }))).toEqual(known)
})

test.each([{ email_verified: false }, { email_verified: 'true' }, { email_verified: undefined }, { email: undefined }])(
  'with %j, no address is known',
  async (claims) => {
    expect(await openForIds()(signId(claims))).toMatchObject({ subject: 'usr_1', email: null })
  },
)

test.each<[string, () => string]>([
  ['of another client', () => signId({ aud: 'other' })],
  ['that another client asked for', () => signId({ aud: ['dashboard', 'other'], azp: 'other' })],
  ['of another issuer', () => signId({ iss: 'https://id.example.com' })],
  ['an access token', () => signId({}, { typ: 'at+jwt' })],
  ['an access token of a user pool', () => signId({ token_use: 'access' })],
  ['expired', () => signId({ exp: second() - 1 })],
  ['without a subject', () => signId({ sub: undefined })],
  ['of no algorithm', () => unsigned(signId({}, { alg: 'none' }))],
  ['signed by a stranger', () => signId({}, {}, makeKey('stranger'))],
  ['no token', () => 'ada@example.com'],
])('an ID token is refused that is %s', async (_, forge) => {
  expect(await openForIds()(forge())).toBeNull()
})

type User = { sub: string; email: string; status: string }
const ada = { email: 'ada@example.com', name: 'Ada', company: 'Acme', inviter: null }

/** Stands in for Cognito: it knows a user by the subject or by the address. */
class Pool {
  readonly users: User[] = []
  readonly calls: string[] = []

  addUser(user: Partial<User>): User {
    const sub = `sub-${this.users.length + 1}`
    const added = { sub, email: `${sub}@example.com`, status: 'CONFIRMED', ...user }
    this.users.push(added)
    return added
  }

  answer(call: string, { Username, MessageAction }: { Username: string; MessageAction?: string }): object {
    this.calls.push([call, Username, ...(MessageAction ? [MessageAction] : [])].join(' '))
    const user = this.users.find(({ sub, email }) => [sub, email].includes(Username))
    if (call === 'AdminCreateUser' && user && !MessageAction) return { __type: 'UsernameExistsException' }
    if (user?.status === 'CONFIRMED' && MessageAction) return { __type: 'UnsupportedUserStateException' }
    if (call === 'AdminCreateUser' && !user) this.addUser({ email: Username, status: 'FORCE_CHANGE_PASSWORD' })
    if (call === 'AdminDeleteUser' && !user) return { __type: 'UserNotFoundException' }
    if (call === 'AdminDeleteUser' && user) this.users.splice(this.users.indexOf(user), 1)
    return {}
  }
}

let pool: Pool
let server: Awaited<ReturnType<typeof serve>>
beforeAll(async () => {
  server = await serve(async (incoming, outgoing) => {
    const call = String(incoming.headers['x-amz-target']).split('.')[1] ?? ''
    const answer = pool.answer(call, JSON.parse(await text(incoming)))
    outgoing.writeHead('__type' in answer ? 400 : 200, { 'content-type': 'application/x-amz-json-1.1' })
    outgoing.end(JSON.stringify(answer))
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  pool = new Pool()
})
const openPool = () => openUserPool('pool', { ...localAccess, endpoint: server.endpoint, maxAttempts: 1 })
const create = 'AdminCreateUser ada@example.com'

test('one who has no account gets one; the password is mailed again while it was not used', async () => {
  for (const _ of ['first', 'again']) expect(await openPool().invite(ada)).toBeUndefined()
  expect(pool.calls).toEqual([create, create, `${create} RESEND`])
  expect(pool.users).toHaveLength(1)
})

test('one who has an account is told nothing by the pool, which is not asked whose it is', async () => {
  pool.addUser({ email: ada.email })
  expect(await openPool().invite(ada)).toBeUndefined()
  expect(pool.calls).toEqual([create, `${create} RESEND`])
})

test('one is removed by the subject, whatever the address has become; again, it ends well', async () => {
  const { sub } = pool.addUser({ email: 'changed@example.com' })
  const other = pool.addUser({ email: ada.email })
  for (const _ of ['first', 'again']) await openPool().remove(sub)
  expect(pool.users).toEqual([other])
  expect(pool.calls).toEqual(['AdminDeleteUser sub-1', 'AdminDeleteUser sub-1'])
})
