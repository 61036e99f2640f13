/** Amounts are decimal strings. They are added up exactly, in millionths, never as floating-point numbers. */

const decimals = 6
const unit = 10n ** BigInt(decimals)

/** No sign, up to 12 digits without leading zeros, and up to 6 decimals. */
export const amountPattern = /^(0|[1-9]\d{0,11})(\.\d{1,6})?$/

/** Throws `RangeError` if the text is not an amount. */
export function parseAmount(text: string): bigint {
  if (!amountPattern.test(text)) throw new RangeError(`'${text}' is not an amount`)
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole) * unit + BigInt(fraction.padEnd(decimals, '0'))
}

/** 2 to 6 decimals, without trailing zeros after the second. */
export function formatAmount(millionths: bigint): string {
  const fraction = String(millionths % unit).padStart(decimals, '0')
  return `${millionths / unit}.${fraction.slice(0, 2)}${fraction.slice(2).replace(/0+$/, '')}`
}
