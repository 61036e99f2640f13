import { Alert, Button, Container, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { signIn } from './session'
import { texts } from './texts'

/** What a stranger sees. `problem`: why signing in has failed before, or null. */
export function Welcome(before: { problem: string | null }) {
  const [problem, setProblem] = useState(before.problem)
  const begin = () => void signIn().catch(({ message }: Error) => setProblem(message))
  return (
    <Container component="main" size="xs" py="15vh">
      <Stack>
        <Title order={1}>{texts.title}</Title>
        <Text>{texts.lead}</Text>
        {problem !== null && (
          <Alert color="red" title={texts.failed} role="alert">
            {problem}
          </Alert>
        )}
        <Button onClick={begin} size="md" autoFocus>
          {problem === null ? texts.signIn : texts.again}
        </Button>
      </Stack>
    </Container>
  )
}
