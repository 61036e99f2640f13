import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { generate } from 'selfsigned'
import { localAccess } from '../../cli/target'
import { openDeliveriesQueue } from '../../functions/runtime/queues/deliveries-queue'
import { isAllowedAddress } from '../../functions/runtime/webhooks/public-address'
import { openSender, type Resolve, type SenderOptions } from '../../functions/runtime/webhooks/send-webhook'
import { serve } from '../../local/serve'

// What is sent to addresses that customers choose. Receivers are real, and listen on this machine.

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** Counts connections: what is refused opens none. */
async function startReceiver(answer: RequestListener = (_, response) => void response.writeHead(204).end()) {
  const server = createHttpServer(answer)
  const seen = { connections: 0 }
  server.on('connection', () => {
    seen.connections += 1
  })
  const port = await listen(server)
  return { port, seen, url: `http://127.0.0.1:${port}/` }
}

const send = (url: string, options: SenderOptions = {}) => openSender(options)({ url, headers: {}, body: '{}' })
const sendHere = (url: string, options: SenderOptions = {}) => send(url, { local: true, ...options })
const toFound = (address: string) => ({ address, family: address.includes(':') ? 6 : 4 })
/** To one list after the other, the last for good. */
const resolveTo = (...lists: string[][]): Resolve => {
  return (_, answer) => answer(null, ((lists.length > 1 ? lists.shift() : lists[0]) ?? []).map(toFound))
}

const notPublic = 'the host resolves to an address that is not public'

const privateAddresses = ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', 'fd00::1', '::ffff:10.0.0.1']

test.each(privateAddresses)('%s is refused, written as it is, and where a name resolves to it', async (address) => {
  const host = address.includes(':') ? `[${address}]` : address
  const { error, status_code } = await send(`https://${host}:8443/`)
  expect([status_code, error]).toEqual([null, expect.stringMatching(/^the address \S+ is not public$/)])
  const resolved = await send('https://receiver.example/', { resolve: resolveTo([address]) })
  expect(resolved.error).toBe(notPublic) // which one it was is not said
})

test('127.0.0.1 in disguise is refused, and so is a name of this machine, whatever it resolves to', async () => {
  expect((await send('https://2130706433/')).error).toBe('the address 127.0.0.1 is not public')
  const { error } = await send('https://a.localhost.:8443/', { resolve: resolveTo(['93.184.216.34']) })
  expect(error).toContain('that everybody on the internet can reach')
})

test('one private address among public ones spoils all', async () => {
  const resolve = resolveTo(['93.184.216.34', '10.0.0.1'])
  expect((await send('https://receiver.example/', { resolve })).error).toBe(notPublic)
})

test('a name that changes between a check and the connection gains nothing: the socket has what was checked', async () => {
  const { port, seen } = await startReceiver()
  const asked: string[] = []
  const answers = resolveTo(['93.184.216.34'], ['127.0.0.1'])
  const resolve: Resolve = (host, answer) => {
    asked.push(host)
    answers(host, answer)
  }
  const options = { resolve, limitMs: 300 }
  await send(`https://receiver.example:${port}/`, options)
  expect([asked, seen.connections]).toEqual([['receiver.example'], 0]) // once, and nothing went here
  const { error } = await send(`https://receiver.example:${port}/`, options)
  expect([error, seen.connections]).toEqual([notPublic, 0])
})

test('where this machine is allowed, nothing else that is private is', async () => {
  const { url, port } = await startReceiver()
  expect(await sendHere(url)).toMatchObject({ status_code: 204, error: null })
  expect(await sendHere(`http://localhost:${port}/`)).toMatchObject({ status_code: 204 })
  expect((await sendHere('http://10.0.0.1:8080/')).error).toBe('the address 10.0.0.1 is not public')
  expect((await sendHere('http://169.254.169.254:8080/')).error).toBe('the address 169.254.169.254 is not public')
})

test.each([
  ['https://receiver.example:80/', 'must have the port 443, or one above 1023'],
  ['https://user@receiver.example/', 'must not have a user name or a password'],
  ['http://receiver.example:8080/', 'must begin with https://'],
  ['ftp://receiver.example/', 'must be an address such as'],
])('%s: %s', async (url, error) => {
  expect(await send(url)).toMatchObject({ status_code: null, error: expect.stringContaining(error), response: null })
})

test.each([301, 302, 303, 307, 308])('a redirect (%i) is a failure, and is not followed', async (code) => {
  const target = await startReceiver()
  const { url } = await startReceiver((_, response) => void response.writeHead(code, { Location: target.url }).end())
  const error = `status ${code}: redirects are not followed`
  expect(await sendHere(url)).toMatchObject({ status_code: code, error })
  expect(target.seen.connections).toBe(0)
})

/** The port of one who does this with whoever connects. */
const listenTo = (meet: (socket: Socket) => void = () => {}) => listen(createTcpServer(meet))
const getGonePort = async () => {
  const gone = createTcpServer()
  const port = await listen(gone)
  await new Promise((resolve) => gone.close(resolve))
  return port
}
const speakSsh = (socket: Socket) => void socket.end('SSH-2.0-OpenSSH_9.6\r\n\r\n')
const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n'
const speakOther = (socket: Socket) => void socket.on('error', () => {}).write(upgrade)
const cut: RequestListener = (request) => void request.socket.destroy()

test.each<[what: string, error: string, getUrl: () => Promise<string>]>([
  ['has read, and hangs', 'timed out after 0.5 s', async () => (await startReceiver(() => {})).url],
  ['hangs before it reads', 'timed out after 0.5 s', async () => `https://127.0.0.1:${await listenTo()}/`],
  ['cuts it', 'the connection was closed before an answer had come', async () => (await startReceiver(cut)).url],
  ['is gone', 'the connection was refused', async () => `http://127.0.0.1:${await getGonePort()}/`],
  ['does not speak HTTP', 'the answer was not HTTP', async () => `http://127.0.0.1:${await listenTo(speakSsh)}/`],
  ['does not speak TLS', 'TLS could not be agreed on', async () => `https://127.0.0.1:${await listenTo(speakSsh)}/`],
  ['asks for another protocol', 'the request failed', async () => `http://127.0.0.1:${await listenTo(speakOther)}/`],
])('a connection to one who %s: %s', async (_, error, getUrl) => {
  const failed = { status_code: null, error, milliseconds: expect.any(Number) }
  expect(await sendHere(await getUrl(), error.startsWith('timed') ? { limitMs: 500 } : {})).toMatchObject(failed)
})

const fail: Resolve = (_, answer) => answer(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }), [])

test.each<[error: string, resolve: Resolve]>([
  ['the host cannot be resolved', fail],
  ['the host has no address', resolveTo([])],
  ['timed out after 0.1 s', () => {}], // nobody answers
])('a host without an address: %s', async (error, resolve) => {
  const options = error.startsWith('timed') ? { resolve, limitMs: 100 } : { resolve }
  expect((await send('https://receiver.example/', options)).error).toBe(error)
})

test('of a big body the start is kept; the rest is not read', async () => {
  let closed = false
  const { url } = await startReceiver((_, response) => {
    response.on('close', () => {
      closed = true
    })
    const pour = () => {
      while (!closed && response.write('ä'.repeat(10_000)));
      if (!closed) response.once('drain', pour)
    }
    pour()
  })
  expect(await sendHere(url)).toMatchObject({ status_code: 200, error: null, response: 'ä'.repeat(500) })
})

test('the status decides: a body that is slow, or is cut, changes nothing', async () => {
  const slow = await startReceiver((_, response) => void response.writeHead(500).write('half'))
  const told = { status_code: 500, error: 'status 500', response: 'half' }
  expect(await sendHere(slow.url, { limitMs: 300 })).toMatchObject(told)
  const cut = await startReceiver((request, response) => {
    response.writeHead(200, { 'Content-Length': 100 }).write('half', () => request.socket.destroy())
  })
  expect(await sendHere(cut.url)).toMatchObject({ status_code: 200, error: null, response: 'half' })
})

test('half a character is not kept: the database would not take it', async () => {
  const { url } = await startReceiver((_, response) => void response.end(`${'x'.repeat(499)}🔩`))
  expect((await sendHere(url)).response).toBe(`${'x'.repeat(499)}�`)
})

/** Signed by itself, for this run. */
async function makeCertificate(name: { type: 7; ip: string } | { type: 2; value: string }) {
  const extensions = [{ name: 'subjectAltName' as const, altNames: [name] }]
  const made = await generate([{ name: 'commonName', value: 'receiver' }], { keyType: 'ec', extensions })
  return { key: made.private, cert: made.cert }
}

async function startTlsReceiver(identity: { key: string; cert: string }): Promise<string> {
  const server = createHttpsServer(identity, (_, response) => void response.writeHead(204).end())
  return `https://127.0.0.1:${await listen(server)}/`
}

test('TLS is verified', async () => {
  const right = await makeCertificate({ type: 7, ip: '127.0.0.1' })
  const url = await startTlsReceiver(right)
  expect(await sendHere(url, { ca: right.cert })).toMatchObject({ status_code: 204, error: null })
  expect((await sendHere(url)).error).toBe('the certificate is signed by itself')
  const other = await makeCertificate({ type: 2, value: 'other.example' })
  const misnamed = await sendHere(await startTlsReceiver(other), { ca: other.cert })
  expect(misnamed.error).toBe('the certificate is for another host')
})

// Addresses. Which URLs are refused, test/domain/webhooks.test.ts shows.

const open = ['8.8.8.8', '1.1.1.1', '172.15.255.255', '172.32.0.0', '100.63.255.255', '100.128.0.0', '223.255.255.255']
const openIpv6 = ['2606:4700:4700::1111', '2001:4860:4860::8888', '2a00::1', '::ffff:8.8.8.8', '::ffff:808:808']

const loopback = ['127.0.0.1', '127.255.255.254', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', '::ffff:7f00:1']

const closed = [
  ['this network', ['0.0.0.0', '0.1.2.3', '::']],
  ['private', ['10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.0.0', '192.168.255.255']],
  ['shared by a carrier', ['100.64.0.0', '100.127.255.255']],
  ['link', ['169.254.169.254', '169.254.0.0', 'fe80::1', 'febf::1', 'fe80::1%eth0', 'fec0::1']],
  ['unique local', ['fc00::1', 'fd00::1', 'fd00:ec2::254']],
  ['protocols, documentation, benchmarks', ['192.0.0.8', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1']],
  ['the same of IPv6', ['2001:db8::1', '3fff::1', '2001:2::1', '2001:10::1', '2001:20::1', '100::1']],
  ['anycast and tunnels', ['192.88.99.1', '192.52.193.1', '2002:a00:1::1', '2001::1', '2001:0:a00:1::', '2001:3::1']],
  ['multicast, reserved, broadcast', ['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', 'ff02::1']],
  [
    'IPv4 within IPv6',
    ['::ffff:10.0.0.1', '::ffff:a00:1', '::ffff:169.254.169.254', '::ffff:0:10.0.0.1', '::10.0.0.1'],
  ],
  ['translated', ['64:ff9b::a00:1', '64:ff9b::808:808', '64:ff9b:1::1']],
  ['IPv6 that is not in use', ['4000::1', '5f00::1', '8000::1', 'e000::1', '::2', '1::1']],
  ['no address', ['', 'localhost', '2130706433', '0x7f000001', '0177.0.0.1', '127.1', '8.8.8.8.', '8.8.8', '[::1]']],
] as const

for (const local of [false, true])
  describe(`where this machine is ${local ? 'allowed' : 'refused'}`, () => {
    test.each([...open, ...openIpv6])('%s is allowed', (address) =>
      expect(isAllowedAddress(address, { local })).toBe(true),
    )

    test.each(loopback)(`%s is ${local ? 'allowed' : 'refused'}`, (address) =>
      expect(isAllowedAddress(address, { local })).toBe(local),
    )

    test.each(closed)('%s is refused', (_, addresses) =>
      expect(addresses.filter((address) => isAllowedAddress(address, { local }))).toEqual([]),
    )
  })

// The queue of deliveries.

/** 25 messages to a queue whose calls are answered with these statuses, one after the other. */
async function sendToQueue(...statuses: number[]) {
  const { endpoint, stop } = await serve((_, response) => {
    const status = statuses.shift() ?? 500
    response.writeHead(status, { 'Content-Type': 'application/x-amz-json-1.0' }).end('{"Successful":[]}')
  })
  const queue = openDeliveriesQueue(`${endpoint}/queue`, { ...localAccess, endpoint, maxAttempts: 1 })
  const names = { company_id: 'cmp_1', webhook_id: 'whk_1' }
  const messages = Array.from({ length: 25 }, (_, n) => {
    return { message: { ...names, delivery_id: `dlv_${n}`, attempt: 0 }, delayMs: 0 }
  })
  return queue(messages).finally(stop)
}

test('a queue that fails after some calls has taken what it took: it is not sent again', async () => {
  const untaken = Array.from({ length: 15 }, (_, n) => 10 + n)
  expect(await sendToQueue(200, 500, 200)).toEqual(untaken)
})

test('a queue that fails at once says why', async () => {
  await expect(sendToQueue(500)).rejects.toThrow()
})
