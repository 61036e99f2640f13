import { isAllowedAddress } from '../../../functions/runtime/webhooks/public-address'

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
