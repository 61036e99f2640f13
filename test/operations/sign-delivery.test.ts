import { Webhook } from 'standardwebhooks'
import { signDelivery } from '../../functions/operations/webhooks/sign-delivery'
import { makeSecret } from '../support/webhooks'

/** https://github.com/standard-webhooks/standard-webhooks: the vector of its libraries. */
const vector = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  eventId: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  at: 1_614_265_330_000,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}

test('the vector of the specification', () => {
  expect(signDelivery([vector.secret], vector)).toEqual({
    'webhook-id': vector.eventId,
    'webhook-timestamp': '1614265330',
    'webhook-signature': vector.signature,
  })
})

test('its reference library makes the same signature, and verifies each of two', () => {
  const [at, body] = [Date.now(), '{"name":"Schraube, 8 × 40 – ½ Zoll 🔩"}']
  const secrets = [makeSecret('a'), makeSecret('b')]
  const headers = signDelivery(secrets, { eventId: 'evt_1', at, body })
  const expected = secrets.map((secret) => new Webhook(secret).sign('evt_1', new Date(at), body))
  expect(headers['webhook-signature']).toBe(expected.join(' '))
  for (const secret of secrets) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
  expect(() => new Webhook(makeSecret('c')).verify(body, headers)).toThrow('No matching signature')
  expect(() => new Webhook(makeSecret('a')).verify(`${body} `, headers)).toThrow('No matching signature')
})
