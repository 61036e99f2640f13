import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'

const lambda = new LambdaClient({})

/** Hands an event to a function that runs it later: Lambda keeps it, tries again, and keeps what fails for good. */
export async function invokeLater(functionName: string, event: object): Promise<void> {
  const Payload = Buffer.from(JSON.stringify(event))
  await lambda.send(new InvokeCommand({ FunctionName: functionName, InvocationType: 'Event', Payload }))
}
