import { findFault, findFaultOfAmount, toAmount, toNumber } from '../parts/numbers'

// Amounts are decimal texts. They are added up exactly, in millionths.

const decimals = 6
const pattern = /^(\d+)(?:\.(\d{1,6}))?$/

/** As the browser's language writes it. Without a currency, or while one is typed, it is a number. */
export function formatMoney(amount: string, currency: string | null): string {
  if (!isNumeric(amount)) return amount
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: decimals }
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
  const sum = lines.reduce((total, { unit_cost, quantity_ordered }) => {
    return total + multiply(toAmount(unit_cost) ?? '0', toNumber(quantity_ordered) ?? 0)
  }, 0n)
  const digits = String(sum).padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

function multiply(cost: string, quantity: number): bigint {
  const [, whole, fraction = ''] = pattern.exec(cost) ?? []
  if (whole === undefined || quantity < 0) return 0n
  return BigInt(whole + fraction.padEnd(decimals, '0')) * BigInt(quantity)
}
