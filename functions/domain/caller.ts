export const scopes = ['read', 'write'] as const
export type Scope = (typeof scopes)[number]

/** Who makes a change, and in which request: what the log keeps of it. */
export type Caller = {
  companyId: string
  userId: string
  keyId: string
  keyName: string | null
  requestId: string
}
