import type { Stack } from '../../local/template'

type Statement = { Action: string | string[]; Resource: unknown; Condition?: Record<string, Record<string, unknown>> }
type Role = { Policies: { PolicyDocument: { Statement: Statement[] } }[] }

/** Changes the statements of a function's role in the template. The function is named as its logical id begins. */
export function changeRole(stack: Stack, functionName: string, change: (statements: Statement[]) => Statement[]): void {
  for (const [id, { Type, Properties }] of Object.entries(stack.template.Resources)) {
    if (Type !== 'AWS::IAM::Role' || !id.startsWith(`${functionName}Role`)) continue
    for (const { PolicyDocument } of (Properties as Role).Policies)
      PolicyDocument.Statement = change(PolicyDocument.Statement)
  }
}

export function allows({ Action }: Statement, action: string): boolean {
  return [Action].flat().includes(action)
}
