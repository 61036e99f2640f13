import { doIUseEmail } from 'doiuse-email'
import { mailedItems, makeAlertMail } from '../../functions/domain/mails/alert-mail'

const dashboard = 'https://api.example.com/v1/dashboard'
const makeItem = (n: number, fields = {}) => ({
  ...{ name: `Bolt ${n}`, sku: `B-${n}`, stock: { total: n }, reorder_point: n + 5 },
  ...fields,
})
const make = (items: ReturnType<typeof makeItem>[], companyName = 'Acme') =>
  makeAlertMail({ companyName, dashboard, items })

const text = `Acme: 2 items are low on stock

- Bolt 1 (B-1): 1 left, reorder point 6
- Nut (B-2): 2 left, reorder point 

Order more: ${dashboard}/orders/reorder

You get this mail because you chose alerts about low stock.
Switch it off: ${dashboard}/settings/alerts
`
const face = 'font-family: Arial, Helvetica, sans-serif; font-size: 15px; line-height: 22px'
const padding = 'padding: 8px 12px; border-bottom: 1px solid #d9dee3'
const left = `style="${face}; color: #1f2933; ${padding}; text-align: left"`
const right = `style="${face}; color: #1f2933; ${padding}; text-align: right"`
const button = `style="${face}; color: #ffffff; background-color: #1864ab; padding: 10px 18px; text-decoration: none"`
const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>2 items are low on stock</title>
</head>
<div style="${face}; color: #1f2933">
<h1 style="font-size: 20px; line-height: 28px">2 items are low on stock</h1>
<p>Acme</p>
<table width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><th ${left}>Item</th><th ${left}>SKU</th><th ${right}>Quantity</th><th ${right}>Reorder point</th></tr>
<tr><td ${left}>Bolt 1</td><td ${left}>B-1</td><td ${right}>1</td><td ${right}>6</td></tr>
<tr><td ${left}>Nut</td><td ${left}>B-2</td><td ${right}>2</td><td ${right}></td></tr>
</table>
<p><a href="${dashboard}/orders/reorder" ${button}>Order more</a></p>
<p style="font-size: 13px; color: #52606d">You get this mail because you chose alerts about low stock. \
<a href="${dashboard}/settings/alerts">Switch it off</a></p>
</div>
</html>
`

test('both parts tell of each item, with a link to the reorder and one to switch it off', () => {
  const mail = make([makeItem(1), makeItem(2, { name: ' Nut\n', reorder_point: null })])
  const subject = 'Acme: 2 items are low on stock'
  expect(mail).toEqual({ subject, text, html, unsubscribe: `${dashboard}/settings/alerts` })
  expect(make([makeItem(1)]).subject).toBe('Acme: 1 item is low on stock')
})

test('what a name holds is text: no markup, and no line of a header', () => {
  const name = '<script>alert("1")</script> & \'co\'\r\nBcc: eve@example.com'
  const { subject, text, html } = make([makeItem(1, { name, sku: 'A\u2028B' })], name)
  expect(subject).not.toMatch(/[\r\n]/)
  expect(html).not.toContain('<script')
  expect(html).toContain('&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62; &#38; &#39;co&#39; Bcc: eve@example. com')
  expect(text.split('\n').some((line) => line.startsWith('Bcc:'))).toBe(false)
  expect(text).toContain('(A B)')
})

test.each([
  ['Pay at https://evil.example/x', 'Pay at https: //evil. example/x'],
  ['www.evil.example', 'www. evil. example'],
  ['mail eve@evil.xn--p1ai', 'mail eve@evil. xn--p1ai'],
  ['\u202elap.tob\u202c\u200b8\ufeff', 'lap. tob8'],
  ['Bolt M4x1.5, No.5, 2.b', 'Bolt M4x1.5, No.5, 2.b'],
  ['\u{1f468}\u200d\u{1f527}', '\u{1f468}\u200d\u{1f527}'],
])('of the name %j, no program of mail makes a link, and it says %j', (name, shown) => {
  const { subject, text, html } = make([makeItem(1, { name, sku: name })], name)
  expect(subject).toBe(`${shown}: 1 item is low on stock`)
  expect(text).toContain(`- ${shown} (${shown}): `)
  expect(html.split(shown)).toHaveLength(4) // company, name, SKU
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
