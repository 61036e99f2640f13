import { text } from 'node:stream/consumers'
import type Provider from 'oidc-provider'
import type { ErrorOut, InteractionResults, KoaContextWithOIDC } from 'oidc-provider'

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
    ctx.body = formatSignIn(String(params.login_hint ?? ''))
  }
}

/** Asks whether to end the session. `form`: what the provider wants to be sent. */
export function askSignOut(ctx: KoaContextWithOIDC, form: string): void {
  ctx.body = formatPage(
    'Sign out',
    `${form}<button type="submit" form="op.logoutForm" name="logout" value="yes" autofocus>Sign out</button>`,
  )
}

/** `out`: the error, as OAuth names it. */
export function showError(ctx: KoaContextWithOIDC, { error, error_description }: ErrorOut): void {
  ctx.type = 'html'
  ctx.body = formatPage('This has failed', `<p>${escapeHtml(`${error}: ${error_description ?? ''}`)}</p>`)
}

function formatSignIn(email: string): string {
  return formatPage(
    'Sign in',
    `<p>This provider runs on this machine. It asks for no password.</p>
  <form method="post">
    <label for="email">E-mail address</label>
    <input id="email" name="email" type="email" required autofocus autocomplete="username" value="${escapeHtml(email)}">
    <button>Sign in</button>
  </form>`,
  )
}

function formatPage(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 22rem; margin: 15vh auto; padding: 0 1rem }
  input, button { font: inherit; width: 100%; box-sizing: border-box; padding: .5rem; margin-top: .5rem }
</style>
<main>
  <h1>${title}</h1>
  ${content}
</main>
</html>
`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
