import { Alert, Button, Container, Stack, Text, Title } from '@mantine/core'
import { signIn } from './session'
import { texts } from './texts'

/** What a stranger sees. `problem`: why signing in has failed, or null. */
export function Welcome({ problem }: { problem: string | null }) {
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
        <Button onClick={() => void signIn()} size="md" autoFocus>
          {problem === null ? texts.signIn : texts.again}
        </Button>
      </Stack>
    </Container>
  )
}
