import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type InvitationList, UnauthorizedError } from '../../../client'
import { useChange } from '../api/change'
import { api } from '../api/client'
import { account, listInvitations, queries } from '../api/queries'
import { formatTime } from '../parts/format'
import { ProblemNotice } from '../parts/problem'
import { Section } from '../parts/section'
import * as session from '../session/session'
import { texts } from '../session/texts'
import { leave } from '../spreadsheets/kept'

// What stands in place of the pages, for whoever is not let in to them.

/** In place of the pages, an owner without a second factor is told what to do: the API answers nothing else. */
export function FactorGate({ children }: { children: ReactNode }) {
  const { data } = useQuery(account)
  if (!session.isFactorMissing.use()) return children
  return (
    <Stack align="start">
      <Title order={1}>{texts.noFactor}</Title>
      <Text>{texts.noFactorHint}</Text>
      <Group>
        <Button onClick={() => void session.signInAgain().catch(() => {})}>{texts.again}</Button>
        <Button variant="default" onClick={() => void leave(data)}>
          {texts.signOut}
        </Button>
      </Group>
    </Stack>
  )
}

/**
 * Shows the pages to a person of a company. Whom no company knows, or no more, sees who invites; whose sign-in has ended
 * signs in again.
 */
export function LinkGate({ children }: { children: ReactNode }) {
  useQuery(account) // tells whether somebody is let in
  return session.isSignedOut.use() ? <Outside /> : children
}

function Outside() {
  const { data, error, refetch } = useQuery(listInvitations)
  if (data) return <Invitations of={data} />
  if (!error) return null
  if (!(error instanceof UnauthorizedError)) return <ProblemNotice error={error} retry={() => void refetch()} />
  return (
    <Stack align="start">
      <Text>{texts.expired}</Text>
      <Button onClick={() => void session.signInAgain().catch(() => {})}>{texts.again}</Button>
    </Stack>
  )
}

/** Who is signed in, and belongs to no company: joins one that invites, looks again, or signs out. */
function Invitations({ of: { email, invitations } }: { of: { email: string; invitations: InvitationList } }) {
  const look = () => void queries.invalidateQueries({ queryKey: listInvitations.queryKey })
  const { data } = invitations
  return (
    <Stack>
      <Title order={1}>{data.length > 0 ? texts.invited : texts.notInvited}</Title>
      <Text>{texts.signedInAs(email)}</Text>
      {data.map((invitation) => (
        <Invitation key={invitation.id} of={invitation} />
      ))}
      {data.length === 0 && <Text>{texts.howToBeInvited}</Text>}
      <Group>
        <Button variant="default" onClick={look}>
          {texts.lookAgain}
        </Button>
        <Button variant="default" onClick={() => void session.signOut()}>
          {texts.signOut}
        </Button>
      </Group>
    </Stack>
  )
}

function Invitation({ of: { id, company, inviter, role, invited_until } }: { of: InvitationList['data'][number] }) {
  const join = useChange(accept, { name: `join ${id}`, stale: [], onSuccess: session.beginAnew })
  return (
    <Section title={company}>
      <Text>{inviter === null ? texts.asRole[role] : texts.invitedBy(inviter, texts.asRole[role])}</Text>
      {invited_until !== null && <Text size="sm">{texts.openUntil(formatTime(invited_until))}</Text>}
      {join.error && <ProblemNotice error={join.error} />}
      <Button size="md" onClick={() => join.mutate(id)} loading={join.isPending}>
        {texts.join(company)}
      </Button>
    </Section>
  )
}

async function accept(invitation_id: string) {
  const { idToken: id_token } = await session.readIdentity()
  return api.linkAccount({ id_token, invitation_id })
}
