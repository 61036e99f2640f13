import { Button, Group, Progress, SimpleGrid, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { Account } from '../../../../client'
import { account } from '../../api/queries'
import { Answer } from '../../parts/answer'
import { formatNumber } from '../../parts/format'
import { Page } from '../../parts/page'
import { Section } from '../../parts/section'
import { SignOutPerson } from '../people/sign-out-person'
import { CompanyFacts } from './company'
import { texts } from './texts'

/** What the company has, and what is used of it. */
export default function Plan() {
  const [asks, question] = useDisclosure(false)
  return (
    <Page title={texts.plan}>
      <Answer query={useQuery(account)} rows={3} height={96}>
        {(data) => (
          <>
            <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
              <Section title={texts.company}>
                <CompanyFacts of={data} />
              </Section>
              <Section title={texts.requests}>
                <Limits account={data} />
              </Section>
              <Section title={texts.sessions}>
                <Text>{texts.sessionsHint}</Text>
                <Group>
                  <Button variant="default" onClick={question.open}>
                    {texts.signOutEverywhere}
                  </Button>
                </Group>
                <SignOutPerson of={data.person} isYou opened={asks} onClose={question.close} />
              </Section>
              <Section title={texts.snapshots}>
                <Text>{texts.snapshotsLeft(formatNumber(data.snapshots.left_today))}</Text>
                <Text>{texts.restoresLeft(formatNumber(data.snapshots.restores_left_today))}</Text>
              </Section>
            </SimpleGrid>
            <Text size="sm">{texts.utc}</Text>
          </>
        )}
      </Answer>
    </Page>
  )
}

/** What the person has sent, of what the plan allows. */
export function Limits({ account: { limits, usage } }: { account: Account }) {
  return (
    <>
      <Meter label={texts.thisMinute} used={usage.minute} limit={limits.minute} />
      <Meter label={texts.today} used={usage.day} limit={limits.day} />
      <Text size="sm">{texts.limitsHint}</Text>
    </>
  )
}

/** `limit`: null where there is none. */
function Meter({ label, used, limit }: { label: string; used: number; limit: number | null }) {
  const said = limit === null ? texts.unlimited(formatNumber(used)) : texts.of(formatNumber(used), formatNumber(limit))
  return (
    <Stack gap={4}>
      <Text>
        {label}: {said}
      </Text>
      {limit !== null && (
        <Progress value={Math.min(100, (used / limit) * 100)} aria-label={`${label}: ${said}`} size="md" />
      )}
    </Stack>
  )
}
