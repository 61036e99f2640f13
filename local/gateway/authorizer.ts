import * as z from 'zod'
import { type Invocation, isThrottled } from '../functions/function-pool'
import { makeAccessCheck } from '../rights/iam'
import { Statement } from '../rights/statement'
import type { GatewayKeys } from './gateway-keys'
import type { OwnAnswer } from './gateway-responses'
import type { Method } from './gateway-routes'

/** A verdict is kept, and each request of its token is compared with it. So its policy is prepared once. */
const Verdict = z
  .object({
    principalId: z.string().min(1),
    policyDocument: z.object({ Statement: z.array(Statement) }),
    context: z.record(z.string(), z.string()).optional(),
    usageIdentifierKey: z.string().optional(),
  })
  .transform(({ policyDocument, ...verdict }) => ({ ...verdict, isAllowed: makeAccessCheck(policyDocument.Statement) }))
type Verdict = z.infer<typeof Verdict>

export type Authorization = { context: Record<string, string> } | { refused: OwnAnswer }

/** As API Gateway does, caches each verdict by the token alone, not the path, for the time that the template sets. */
export class AuthorizerCache {
  private readonly kept = new Map<string, { verdict: Verdict; until: number }>()

  constructor(
    private readonly invoke: (functionArn: string, event: unknown) => Promise<Invocation>,
    private readonly now: () => number,
    private readonly keys: GatewayKeys,
  ) {}

  async authorize(method: Method, token: string | undefined, methodArn: string): Promise<Authorization> {
    if (!method.authorizer) return { context: {} }
    if (!token || !method.authorizer.accepts.test(token)) return { refused: 'UNAUTHORIZED' }
    const verdict = await this.getVerdict(method.authorizer, token, methodArn)
    if (typeof verdict === 'string') return { refused: verdict }
    const access = { action: 'execute-api:Invoke', resource: methodArn }
    if (!verdict.isAllowed(access)) return { refused: 'ACCESS_DENIED' }
    const { usageIdentifierKey } = verdict
    if (method.apiKeyRequired && !(usageIdentifierKey && this.keys.has(usageIdentifierKey)))
      return { refused: 'INVALID_API_KEY' }
    return { context: { principalId: verdict.principalId, ...verdict.context } }
  }

  private async getVerdict(
    { functionArn, ttlMs }: NonNullable<Method['authorizer']>,
    token: string,
    methodArn: string,
  ) {
    const kept = this.kept.get(token)
    if (kept && kept.until > this.now()) return kept.verdict
    const invocation = await this.invoke(functionArn, { type: 'TOKEN', authorizationToken: token, methodArn })
    if (isThrottled(invocation)) return 'THROTTLED'
    if ('error' in invocation)
      return invocation.error.errorMessage === 'Unauthorized' ? 'UNAUTHORIZED' : 'AUTHORIZER_FAILURE'
    const { data: verdict } = Verdict.safeParse(invocation.result)
    if (!verdict) return 'AUTHORIZER_CONFIGURATION_ERROR'
    if (ttlMs > 0) this.kept.set(token, { verdict, until: this.now() + ttlMs })
    return verdict
  }
}
