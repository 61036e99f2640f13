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

/** What the lines cost together. A line whose numbers are not typed yet counts nothing. */
export function addUp(lines: { quantity_ordered: string | number; unit_cost: string }[]): string {
  const sum = lines.reduce((total, line) => total + multiply(line.unit_cost.trim(), Number(line.quantity_ordered)), 0n)
  const digits = String(sum).padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

function multiply(cost: string, quantity: number): bigint {
  const [, whole, fraction = ''] = pattern.exec(cost) ?? []
  if (whole === undefined || !Number.isSafeInteger(quantity) || quantity < 0) return 0n
  return BigInt(whole + fraction.padEnd(decimals, '0')) * BigInt(quantity)
}
