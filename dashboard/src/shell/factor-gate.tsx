import { Button, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { isFactorMissing, signInAgain, signOut } from '../session/session'
import { texts } from '../session/texts'

/** In place of the pages, an owner without a second factor is told what to do: the API answers nothing else. */
export function FactorGate({ children }: { children: ReactNode }) {
  if (!isFactorMissing.use()) return children
  return (
    <Stack align="start">
      <Title order={1}>{texts.noFactor}</Title>
      <Text>{texts.noFactorHint}</Text>
      <Group>
        <Button onClick={() => void signInAgain().catch(() => {})}>{texts.again}</Button>
        <Button variant="default" onClick={() => void signOut()}>
          {texts.signOut}
        </Button>
      </Group>
    </Stack>
  )
}
