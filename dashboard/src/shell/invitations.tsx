import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { InvitationList } from '../../../client'
import { useChange } from '../api/change'
import { api } from '../api/client'
import { listInvitations } from '../api/queries'
import { formatTime } from '../parts/format'
import { ProblemNotice } from '../parts/problem'
import { Section } from '../parts/section'
import { beginAnew, readIdentity, signOut } from '../session/session'
import { texts } from '../session/texts'

/** Who is signed in, and belongs to no company: joins one that invites, looks again, or signs out. */
export function Invitations({ of: { email, invitations } }: { of: { email: string; invitations: InvitationList } }) {
  const queries = useQueryClient()
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
        <Button variant="default" onClick={() => void signOut()}>
          {texts.signOut}
        </Button>
      </Group>
    </Stack>
  )
}

function Invitation({ of: { id, company, inviter, role, invited_until } }: { of: InvitationList['data'][number] }) {
  const join = useChange(accept, { name: `join ${id}`, stale: [], onSuccess: beginAnew })
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
  const { idToken: id_token } = await readIdentity()
  return api.linkAccount({ id_token, invitation_id })
}
