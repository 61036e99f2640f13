import { pages } from './files'
import { signIn } from './sign-in'

/** What no page may: load what is not named, send forms, and be shown within a page of somebody else. */
const common = { 'default-src': "'none'", 'form-action': "'none'", 'frame-ancestors': "'none'" }

/** The reference page may load what comes from here and nothing else. */
const reference = format({
  ...common,
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self'",
  'connect-src': "'self'",
  'base-uri': "'none'",
})

/**
 * So may the dashboard, which asks the provider of sign-in, too. Its components write styles into the page, its reader
 * of codes is WebAssembly, what a camera sees is a blob, and a worker of its own reads files.
 */
const dashboard = format({
  ...common,
  'script-src': "'self' 'wasm-unsafe-eval'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'media-src': "'self' blob:",
  'worker-src': "'self'",
  'connect-src': ["'self'", ...signIn.origins].join(' '),
  'base-uri': "'self'",
})

/** The content security policies of the pages, by their names. What is no page has none. */
export const policies: Record<string, string> = { [pages.docs]: reference, [pages.dashboard]: dashboard }

function format(directives: Record<string, string>): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ')
}
