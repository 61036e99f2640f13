/** Money is a decimal string, and is added up in millionths, exactly: no floating-point number ever holds an amount. */

const decimals = 6
const unit = 10n ** BigInt(decimals)

/** What a decimal string of an amount looks like: no sign, up to 12 digits, then up to 6 decimals. */
export const amountPattern = /^(0|[1-9]\d{0,11})(\.\d{1,6})?$/

/** The amount in millionths. */
export function parseAmount(text: string): bigint {
  if (!amountPattern.test(text)) throw new RangeError(`'${text}' is not an amount`)
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole) * unit + BigInt(fraction.padEnd(decimals, '0'))
}

/** A decimal string with at least two decimals, and no more than it takes. */
export function formatAmount(millionths: bigint): string {
  const fraction = String(millionths % unit).padStart(decimals, '0')
  return `${millionths / unit}.${fraction.slice(0, 2)}${fraction.slice(2).replace(/0+$/, '')}`
}
