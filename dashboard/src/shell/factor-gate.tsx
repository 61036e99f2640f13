import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { account } from '../api/queries'
import { isFactorMissing, signInAgain } from '../session/session'
import { texts } from '../session/texts'
import { leave } from '../spreadsheets/kept'

/** In place of the pages, an owner without a second factor is told what to do: the API answers nothing else. */
export function FactorGate({ children }: { children: ReactNode }) {
  const { data } = useQuery(account)
  if (!isFactorMissing.use()) return children
  return (
    <Stack align="start">
      <Title order={1}>{texts.noFactor}</Title>
      <Text>{texts.noFactorHint}</Text>
      <Group>
        <Button onClick={() => void signInAgain().catch(() => {})}>{texts.again}</Button>
        <Button variant="default" onClick={() => void leave(data)}>
          {texts.signOut}
        </Button>
      </Group>
    </Stack>
  )
}
