import { text } from 'node:stream/consumers'
import type Provider from 'oidc-provider'
import type { InteractionResults, KoaContextWithOIDC } from 'oidc-provider'

const signInPath = /^\/sign-in\/[\w-]+$/

type Context = KoaContextWithOIDC & { method: string }

/** The sign-in page: who knows an address of a person signs in with it. */
export function showSignIn(provider: Provider, findPerson: (email: string) => Promise<string | null>) {
  return async (ctx: Context, next: () => Promise<void>): Promise<void> => {
    if (!signInPath.test(ctx.path)) return next()
    const { params, prompt } = await provider.interactionDetails(ctx.req, ctx.res)
    const finish = (result: InteractionResults) => {
      ctx.respond = false
      return provider.interactionFinished(ctx.req, ctx.res, result)
    }
    if (prompt.name === 'consent') return finish({ consent: {} }) // to our own client, all people agree
    ctx.type = 'html'
    if (ctx.method !== 'POST') {
      ctx.body = formatPage(String(params.login_hint ?? ''), '')
      return
    }
    const email = new URLSearchParams(await text(ctx.req)).get('email') ?? ''
    const accountId = await findPerson(email)
    if (accountId === null) {
      ctx.body = formatPage(email, 'Nobody has this address. Owners invite people.')
      return
    }
    await finish({ login: { accountId } })
  }
}

function formatPage(email: string, fault: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in to this machine</title>
<style>
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 22rem; margin: 15vh auto; padding: 0 1rem }
  input, button { font: inherit; width: 100%; box-sizing: border-box; padding: .5rem; margin-top: .5rem }
  [role=alert] { color: #a40000 }
</style>
<main>
  <h1>Sign in</h1>
  <p>This provider runs on this machine. It asks for no password.</p>
  <form method="post">
    <label for="email">E-mail address</label>
    <input id="email" name="email" type="email" required autofocus autocomplete="username" value="${escapeHtml(email)}">
    ${fault === '' ? '' : `<p role="alert">${escapeHtml(fault)}</p>`}
    <button>Sign in</button>
  </form>
</main>
</html>
`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
