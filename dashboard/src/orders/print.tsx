import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Order } from '../../../client'
import { account } from '../api/queries'
import { formatDate, formatNumber } from '../parts/format'
import { ButtonLink } from '../parts/link'
import { formatMoney } from './money'
import { OrderLoaded } from './order-loaded'
import { formatExpected } from './order-marks'
import './print.css'
import { Page } from '../parts/page'
import { texts } from './texts'

/** An order as a letter to its supplier. */
export default function PrintOrder() {
  return <OrderLoaded>{({ order }) => <Letter order={order} />}</OrderLoaded>
}

function Letter({ order }: { order: Order }) {
  const company = useQuery(account).data?.company.name
  return (
    <div className="letter">
      <Group className="screen" mb="xl">
        <Button onClick={() => window.print()} disabled={company === undefined}>
          {texts.print}
        </Button>
        <ButtonLink to="/orders/$id" params={{ id: order.id }}>
          {texts.back}
        </ButtonLink>
      </Group>
      <Page title={texts.letterTitle(order.order_number)}>
        <div className="letter-sides">
          <Side title={texts.letterFrom} lines={[company ?? '']} />
          <Side title={texts.letterTo} lines={[order.supplier.name, order.supplier.email, order.supplier.phone]} />
          <Side title={texts.letterAbout} lines={describe(order)} />
        </div>
        <Lines order={order} />
        {order.notes !== null && <p className="as-typed">{order.notes}</p>}
      </Page>
    </div>
  )
}

function describe(order: Order) {
  const { ordered_at, created_at, location, supplier } = order
  const expected = formatExpected(order)
  return [
    texts.letterDate(formatDate(ordered_at ?? created_at)),
    supplier.reference && `${texts.supplierFields.reference}: ${supplier.reference}`,
    expected && `${texts.expectedOn}: ${expected}`,
    location && `${texts.fields.location}: ${location}`,
  ]
}

function Side({ title, lines }: { title: string; lines: (string | null)[] }) {
  return (
    <div>
      <b>{title}</b>
      {lines.map((line) => line !== null && <div key={line}>{line}</div>)}
    </div>
  )
}

function Lines({ order: { line_items, currency, subtotal, total_quantity_ordered } }: { order: Order }) {
  const money = (amount: string | null) => amount !== null && formatMoney(amount, currency)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: where it is wider than the window, it scrolls by keyboard, too
    <section className="letter-lines" aria-label={texts.lines} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.sku}</th>
            <th scope="col">{texts.item}</th>
            <th scope="col">{texts.quantity}</th>
            <th scope="col">{texts.unitCost}</th>
            <th scope="col">{texts.lineTotal}</th>
          </tr>
        </thead>
        <tbody>
          {line_items.map(({ id, sku, name, notes, quantity_ordered, unit_cost, line_total }) => (
            <tr key={id}>
              <td>{sku}</td>
              <td>
                {name}
                {notes !== null && <div className="as-typed">{notes}</div>}
              </td>
              <td>{formatNumber(quantity_ordered)}</td>
              <td>{money(unit_cost)}</td>
              <td>{money(line_total)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              {texts.subtotal}
            </th>
            <td>{formatNumber(total_quantity_ordered)}</td>
            <td />
            <td>{money(subtotal)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
