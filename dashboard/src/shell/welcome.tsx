import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import Book from 'lucide-react/icons/book-open-check'
import Scan from 'lucide-react/icons/scan-barcode'
import Undo from 'lucide-react/icons/undo-2'
import { useState } from 'react'
import { StatusBadge } from '../parts/status-badge'
import { signIn } from '../session/session'
import { texts } from '../session/texts'

const points = [
  { icon: Scan, text: texts.quick },
  { icon: Book, text: texts.trusted },
  { icon: Undo, text: texts.undone },
]

/** What a stranger sees. `problem`: why signing in has failed before, or null. */
export function Welcome(before: { problem: string | null }) {
  const [problem, setProblem] = useState(before.problem)
  const begin = () => void signIn().catch(({ message }: Error) => setProblem(message))
  return (
    <main className="welcome">
      <Stack align="start" gap="lg">
        <Title order={1}>{texts.title}</Title>
        <Text size="lg">{texts.lead}</Text>
        {points.map(({ icon: Icon, text }) => (
          <Group key={text} gap="sm" wrap="nowrap">
            <Icon size={22} color="var(--mantine-primary-color-filled)" aria-hidden />
            <Text>{text}</Text>
          </Group>
        ))}
        {problem !== null && (
          <Alert color="red" title={texts.failed} role="alert">
            {problem}
          </Alert>
        )}
        <Button onClick={begin} size="md" autoFocus>
          {problem === null ? texts.signIn : texts.again}
        </Button>
      </Stack>
      <Sample />
    </main>
  )
}

/** A picture of the list, for eyes alone. */
function Sample() {
  return (
    <Paper withBorder shadow="md" p="lg" aria-hidden>
      <Stack>
        {texts.sample.map(({ name, quantity, state, mark }) => (
          <Group key={name} justify="space-between" wrap="nowrap">
            <Text>{name}</Text>
            <Group gap="sm" wrap="nowrap">
              <StatusBadge state={state}>{mark}</StatusBadge>
              <Text fw={650} w={40} ta="right">
                {quantity}
              </Text>
            </Group>
          </Group>
        ))}
      </Stack>
    </Paper>
  )
}
