import type { Item } from '../items/item'
import { type Mail, toLine } from './mail'
import { escapeHtml, formatButton, formatMailPage, formatTable } from './mail-html'

export type AlertMailContent = {
  companyName: string
  /** The address of the dashboard. */
  dashboard: string
  items: Pick<Item, 'name' | 'sku' | 'stock' | 'reorder_point'>[]
}

/** The mail has so many items. The dashboard has all. */
export const mailedItems = 50

/** Says what has become low. Names may hold anything: a header has one line, and HTML is escaped. */
export function makeAlertMail({ companyName, dashboard, items }: AlertMailContent): Mail {
  const company = toLine(companyName)
  const count = items.length === 1 ? '1 item' : `${items.length} items`
  const links = { reorder: `${dashboard}/orders/reorder`, settings: `${dashboard}/settings/alerts` }
  const content = {
    title: `${count} ${items.length === 1 ? 'is' : 'are'} low on stock`,
    company,
    links,
    rows: items.slice(0, mailedItems).map(toRow),
    more: Math.max(0, items.length - mailedItems),
  }
  return {
    subject: toLine(`${company}: ${content.title}`),
    text: formatText(content),
    html: formatHtml(content),
    unsubscribe: links.settings,
  }
}

type Row = { name: string; sku: string; quantity: string; reorder: string }
type Content = {
  title: string
  company: string
  links: { reorder: string; settings: string }
  rows: Row[]
  more: number
}

function toRow({ name, sku, stock, reorder_point }: AlertMailContent['items'][number]): Row {
  return { name: toLine(name), sku: toLine(sku), quantity: String(stock.total), reorder: String(reorder_point ?? '') }
}

const formatMore = (more: number) => `And ${more} more.`
const because = 'You get this mail because you chose alerts about low stock.'

function formatText({ title, company, links, rows, more }: Content): string {
  return [
    `${company}: ${title}`,
    '',
    ...rows.map(({ name, sku, quantity, reorder }) => `- ${name} (${sku}): ${quantity} left, reorder point ${reorder}`),
    ...(more > 0 ? [formatMore(more)] : []),
    '',
    `Order more: ${links.reorder}`,
    '',
    because,
    `Switch it off: ${links.settings}`,
    '',
  ].join('\n')
}

function formatHtml({ title, company, links, rows, more }: Content): string {
  const table = formatTable(
    ['Item', 'SKU', 'Quantity', 'Reorder point'],
    rows.map(({ name, sku, quantity, reorder }) => [name, sku, quantity, reorder]),
  )
  return formatMailPage({
    title,
    intro: escapeHtml(company),
    content: [table, ...(more > 0 ? [`<p>${formatMore(more)}</p>`] : []), formatButton('Order more', links.reorder)],
    footer: `${because} <a href="${escapeHtml(links.settings)}">Switch it off</a>`,
  })
}
