import * as z from 'zod'

/** What the dashboard must know to let people sign in. `origins`: those of the provider, which the page may ask. */
const SignIn = z.object({
  issuer: z.string(),
  clientId: z.string(),
  audience: z.string().nullable(),
  origins: z.array(z.string()),
})

const none = { issuer: '', clientId: '', audience: null, origins: [] }

/** Set by the stack as JSON, where it has people. */
export const signIn = SignIn.parse(JSON.parse(process.env.SIGN_IN ?? JSON.stringify(none)))

/** Fills the page with the address below which it is served, and with what signing in needs. */
export function fillDashboard(page: string, path: string): string {
  const base = `${path.slice(0, path.indexOf('/dashboard'))}/dashboard/`
  const { issuer, clientId, audience } = signIn
  return page
    .replace('{{base}}', () => escapeHtml(base))
    .replace('{{signIn}}', () => escapeHtml(JSON.stringify({ issuer, clientId, audience })))
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
