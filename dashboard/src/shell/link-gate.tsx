import { Button, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { ForbiddenError } from '../../../client'
import { api } from '../api/client'
import { account } from '../api/queries'
import { ProblemNotice } from '../parts/problem'
import { isSignedOut, readIdToken, signInAgain, signOut } from '../session/session'
import { texts } from '../session/texts'

/**
 * Shows the pages to a person of a company. Somebody whom another provider has signed in is linked to the invitation of
 * the address first.
 */
export function LinkGate({ children }: { children: ReactNode }) {
  const { error, data } = useQuery(account)
  if (isSignedOut.use())
    return (
      <Stack align="start">
        <Text>{texts.expired}</Text>
        <Button onClick={() => void signInAgain().catch(() => {})}>{texts.again}</Button>
      </Stack>
    )
  return !data && error instanceof ForbiddenError ? <Link refused={error} /> : children
}

function Link({ refused }: { refused: Error }) {
  const queries = useQueryClient()
  const link = useQuery({ queryKey: ['link'], queryFn: linkByIdToken, staleTime: Number.POSITIVE_INFINITY })
  useEffect(() => {
    if (link.data) void queries.invalidateQueries({ queryKey: account.queryKey })
  }, [link.data, queries])
  if (!link.error) return null
  return (
    <Stack align="start">
      <ProblemNotice error={refused} />
      <Text>{texts.notInvited}</Text>
      <Text>{texts.howToBeInvited}</Text>
      <Button onClick={() => void signOut()}>{texts.signOut}</Button>
    </Stack>
  )
}

async function linkByIdToken() {
  const idToken = await readIdToken()
  if (idToken === null) throw new Error(texts.notInvited)
  return api.linkAccount({ id_token: idToken })
}
