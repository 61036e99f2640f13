import { doIUseEmail } from 'doiuse-email'
import { mailedItems, makeAlertMail } from '../../functions/domain/alerts/alert-mail'

const dashboard = 'https://api.example.com/v1/dashboard'
const makeItem = (n: number, fields = {}) => ({
  ...{ name: `Bolt ${n}`, sku: `B-${n}`, quantity: n, reorder_point: n + 5 },
  ...fields,
})
const make = (items: ReturnType<typeof makeItem>[], companyName = 'Acme') =>
  makeAlertMail({ companyName, dashboard, items })

test('both parts tell of each item, with a link to the reorder and one to switch it off', () => {
  const { subject, text, html, unsubscribe } = make([makeItem(1), makeItem(2)])
  expect(subject).toBe('Acme: 2 items are low on stock')
  expect(unsubscribe).toBe(`${dashboard}/settings/alerts`)
  for (const part of [text, html])
    for (const told of ['Acme', 'Bolt 1', 'B-2', '6', '7', `${dashboard}/orders/reorder`, unsubscribe])
      expect(part).toContain(told)
  expect(make([makeItem(1)]).subject).toBe('Acme: 1 item is low on stock')
})

test('what a name holds is text: no markup, and no line of a header', () => {
  const name = '<script>alert("1")</script> & \'co\'\r\nBcc: eve@example.com'
  const { subject, text, html } = make([makeItem(1, { name, sku: 'A\u2028B' })], name)
  expect(subject).not.toMatch(/[\r\n]/)
  expect(html).not.toContain('<script')
  expect(html).toContain('&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62; &#38; &#39;co&#39; Bcc: eve@example.com')
  expect(text.split('\n').some((line) => line.startsWith('Bcc:'))).toBe(false)
  expect(text).toContain('(A B)')
})

test('a mail has some items, and says how many more there are', () => {
  const items = Array.from({ length: mailedItems + 7 }, (_, n) => makeItem(n))
  const { subject, text, html } = make(items)
  expect(subject).toContain(String(items.length))
  for (const part of [text, html]) {
    expect(part).toContain('And 7 more.')
    expect(part.match(/Bolt \d+/g)).toHaveLength(mailedItems)
  }
  expect(make(items.slice(7)).text).not.toContain('more.')
  expect(Buffer.byteLength(html)).toBeLessThan(100_000) // Gmail cuts longer ones
})

type Clients = Parameters<typeof doIUseEmail>[1]['emailClients']

/** Of caniemail.com, each with all its apps. */
const clients: Clients = ['gmail.*', 'outlook.*', 'apple-mail.*']

test('the rules of Gmail, Outlook and Apple Mail find no error', () => {
  const { html } = make(Array.from({ length: mailedItems + 1 }, (_, n) => makeItem(n)))
  const found = doIUseEmail(html, { emailClients: clients })
  expect([found.success, 'errors' in found && found.errors]).toEqual([true, false])
  expect(doIUseEmail('<body></body>', { emailClients: clients })).toMatchObject({ success: false })
})
