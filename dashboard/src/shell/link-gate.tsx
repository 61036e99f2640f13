import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { UnauthorizedError } from '../../../client'
import { account, listInvitations } from '../api/queries'
import { ProblemNotice } from '../parts/problem'
import { isSignedOut, signInAgain } from '../session/session'
import { texts } from '../session/texts'
import { Invitations } from './invitations'

/**
 * Shows the pages to a person of a company. Whom no company knows, or no more, sees who invites; whose sign-in has ended
 * signs in again.
 */
export function LinkGate({ children }: { children: ReactNode }) {
  useQuery(account) // tells whether somebody is let in
  return isSignedOut.use() ? <Outside /> : children
}

function Outside() {
  const { data, error, refetch } = useQuery(listInvitations)
  if (data) return <Invitations of={data} />
  if (!error) return null
  if (!(error instanceof UnauthorizedError)) return <ProblemNotice error={error} retry={() => void refetch()} />
  return (
    <Stack align="start">
      <Text>{texts.expired}</Text>
      <Button onClick={() => void signInAgain().catch(() => {})}>{texts.again}</Button>
    </Stack>
  )
}
