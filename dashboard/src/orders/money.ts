import { amountPattern, formatAmount, parseAmount } from '../../../functions/domain/orders/money'
import { findFault, findFaultOfAmount, toAmount, toNumber } from '../parts/numbers'

/** As the browser's language writes it. Without a currency, or while one is typed, it is a number. */
export function formatMoney(amount: string, currency: string | null): string {
  if (!isNumeric(amount)) return amount
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 6 }
  const style = currency !== null && /^[A-Z]{3}$/.test(currency) ? { style: 'currency' as const, currency } : {}
  return new Intl.NumberFormat(undefined, { ...digits, ...style }).format(amount)
}

function isNumeric(text: string): text is `${number}` {
  return text.trim() !== '' && Number.isFinite(Number(text))
}

/**
 * What the lines cost together. A line without a cost or a quantity counts nothing. Null where one shows a text that is
 * no number: the sum is not known.
 */
export function addUp(lines: { quantity_ordered: string; unit_cost: string }[]): string | null {
  if (lines.some((line) => findFault(line.quantity_ordered) ?? findFaultOfAmount(line.unit_cost))) return null
  const costs = lines.map(({ unit_cost, quantity_ordered }) => {
    const [cost, quantity] = [toAmount(unit_cost) ?? '0', toNumber(quantity_ordered) ?? 0]
    return amountPattern.test(cost) && quantity > 0 ? parseAmount(cost) * BigInt(quantity) : 0n
  })
  return formatAmount(costs.reduce((sum, cost) => sum + cost, 0n))
}
