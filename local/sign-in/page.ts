import { text } from 'node:stream/consumers'
import type Provider from 'oidc-provider'
import type { InteractionResults, KoaContextWithOIDC } from 'oidc-provider'

const signInPath = /^\/sign-in\/[\w-]+$/

type Context = KoaContextWithOIDC & { method: string }

/** The sign-in page. Whoever types an address has it: the subject of the tokens is the address, in small letters. */
export function showSignIn(provider: Provider) {
  return async (ctx: Context, next: () => Promise<void>): Promise<void> => {
    if (!signInPath.test(ctx.path)) return next()
    const { params, prompt } = await provider.interactionDetails(ctx.req, ctx.res)
    const finish = (result: InteractionResults) => {
      ctx.respond = false
      return provider.interactionFinished(ctx.req, ctx.res, result)
    }
    if (prompt.name === 'consent') return finish({ consent: {} }) // to our own client, all people agree
    const typed = ctx.method === 'POST' ? new URLSearchParams(await text(ctx.req)).get('email') : null
    const accountId = typed?.trim().toLowerCase() ?? ''
    if (accountId !== '') return finish({ login: { accountId } })
    ctx.type = 'html'
    ctx.body = formatPage(String(params.login_hint ?? ''))
  }
}

function formatPage(email: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in to this machine</title>
<style>
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 22rem; margin: 15vh auto; padding: 0 1rem }
  input, button { font: inherit; width: 100%; box-sizing: border-box; padding: .5rem; margin-top: .5rem }
</style>
<main>
  <h1>Sign in</h1>
  <p>This provider runs on this machine. It asks for no password.</p>
  <form method="post">
    <label for="email">E-mail address</label>
    <input id="email" name="email" type="email" required autofocus autocomplete="username" value="${escapeHtml(email)}">
    <button>Sign in</button>
  </form>
</main>
</html>
`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
