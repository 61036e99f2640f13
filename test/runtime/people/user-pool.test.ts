import { text } from 'node:stream/consumers'
import { localAccess } from '../../../cli/target'
import { openUserPool } from '../../../functions/runtime/people/user-pool'
import { serve } from '../../../local/serve'

type User = { sub: string; email: string; status: string; isProven: boolean }
type Request = { Username: string; MessageAction?: string }

const issuer = 'https://pool.example.com'
const ada = { id: 'usr_1', email: 'ada@example.com', name: 'Ada' }

/** Stands in for Cognito: it knows a user by the subject or by the address. */
class Pool {
  readonly users: User[] = []
  readonly calls: string[] = []

  addUser(user: Partial<User>): User {
    const sub = `sub-${this.users.length + 1}`
    const added = { sub, email: `${sub}@example.com`, status: 'CONFIRMED', isProven: true, ...user }
    this.users.push(added)
    return added
  }

  answer(call: string, { Username, MessageAction }: Request): object {
    this.calls.push([call, Username, ...(MessageAction ? [MessageAction] : [])].join(' '))
    const user = this.users.find(({ sub, email }) => [sub, email].includes(Username))
    if (call === 'AdminCreateUser' && user && !MessageAction) return { __type: 'UsernameExistsException' }
    if (call === 'AdminCreateUser')
      return { User: describe(user ?? this.addUser({ email: Username, status: 'FORCE_CHANGE_PASSWORD' })) }
    if (!user) return { __type: 'UserNotFoundException' }
    if (call === 'AdminDeleteUser') this.users.splice(this.users.indexOf(user), 1)
    return { UserStatus: user.status, UserAttributes: describe(user).Attributes }
  }
}

function describe({ sub, email, isProven }: User) {
  const attributes = { sub, email, email_verified: String(isProven) }
  return { Attributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })) }
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
const open = () => openUserPool({ issuer, id: 'pool' }, { ...localAccess, endpoint: server.endpoint, maxAttempts: 1 })

test('one who is added has the subject that the pool gives; added again, the mail is sent again', async () => {
  expect(await open().add(ada)).toEqual({ issuer, subject: 'sub-1' })
  expect(await open().add(ada)).toEqual({ issuer, subject: 'sub-1' })
  const create = 'AdminCreateUser ada@example.com'
  expect(pool.calls).toEqual([create, create, 'AdminGetUser ada@example.com', `${create} RESEND`])
})

test('one whom the pool knows keeps the subject, and gets no mail', async () => {
  pool.addUser({ email: ada.email })
  expect(await open().add(ada)).toEqual({ issuer, subject: 'sub-1' })
  expect(pool.calls.at(-1)).toBe('AdminGetUser ada@example.com')
})

test('who has taken an address without proof is not whom an invitation to it means', async () => {
  pool.addUser({ email: ada.email, isProven: false })
  await expect(open().add(ada)).rejects.toMatchObject({ code: 'invalid_request', field: 'email' })
})

test('one is removed by the subject, whatever the address has become; again, it ends well', async () => {
  const { sub } = pool.addUser({ email: 'changed@example.com' })
  const other = pool.addUser({ email: ada.email })
  for (const _ of ['first', 'again']) await open().remove(sub)
  expect(pool.users).toEqual([other])
  expect(pool.calls).toEqual(['AdminDeleteUser sub-1', 'AdminDeleteUser sub-1'])
})
