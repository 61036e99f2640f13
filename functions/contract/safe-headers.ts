/** Of every answer of the API: nobody keeps a copy, and nobody guesses another type. */
export const safeHeaders = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } as const

/** At one's own domain: for a year, a browser asks there by https alone. */
export const transportHeaders = { 'Strict-Transport-Security': 'max-age=31536000' } as const

const hostOfAws = /\.amazonaws\.com(\.cn)?$/

/** For an answer at this host, which this machine does not name. */
export function makeSafeHeaders({ domainName }: { domainName?: string | undefined }) {
  return domainName === undefined || hostOfAws.test(domainName) ? safeHeaders : { ...safeHeaders, ...transportHeaders }
}
