import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Account } from '../../../../client'
import { api } from '../../api/client'
import { queries } from '../../api/queries'
import { formatNumber } from '../../parts/format'
import { ProblemNotice } from '../../parts/problem'
import { Section } from '../../parts/section'
import { ClearButton } from './clear-example'
import { beginExample, countSteps, type Example, loadExample, stepNames } from './example'
import { texts } from './texts'
import { useExample } from './use-example'

/** Offers to load the example, and goes on with one that was begun. */
export function LoadExample({ account }: { account: Account }) {
  const { example, setExample, forget } = useExample(account.company.id)
  const load = useMutation({
    mutationFn: (begun: Example) => {
      setExample(begun)
      return loadExample(api, begun, texts.snapshotName, setExample)
    },
    onSuccess: () => queries.invalidateQueries(),
  })
  const isPossible = example !== null || account.snapshots.left_today > 0
  return (
    <Section title={texts.title}>
      <Text>{texts.lead}</Text>
      <Text size="sm">{texts.limits}</Text>
      {example !== null && <Progressing example={example} />}
      {load.error && <ProblemNotice error={load.error} hint={texts.hint} />}
      {!isPossible && <Text size="sm">{texts.noSnapshotLeft}</Text>}
      {isPossible && (
        <Group gap="xs">
          <Button variant="default" loading={load.isPending} onClick={() => load.mutate(example ?? beginExample())}>
            {example === null ? texts.load : texts.goOn}
          </Button>
          {!load.isPending && example?.itemIds && <ClearButton account={account} example={example} />}
          {!load.isPending && example && !example.itemIds && (
            <Button variant="default" onClick={forget}>
              {texts.giveUp}
            </Button>
          )}
        </Group>
      )}
    </Section>
  )
}

function Progressing({ example }: { example: Example }) {
  const done = countSteps(example)
  const label = texts.progress(formatNumber(done), formatNumber(stepNames.length))
  return (
    <Stack gap={4}>
      <Text size="sm" role="status">
        {label}
      </Text>
      <Progress value={(done / stepNames.length) * 100} aria-label={label} />
    </Stack>
  )
}
