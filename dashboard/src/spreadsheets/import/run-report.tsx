import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { countOutcomes } from '../../../../spreadsheets/import/outcomes'
import { countKeptQuantities } from '../../../../spreadsheets/import/plan'
import { Figures } from '../../parts/figures'
import { formatNumber } from '../../parts/format'
import { ButtonLink } from '../../parts/link'
import { HowFar } from '../../parts/long-work'
import { ProblemNotice } from '../../parts/problem'
import { Section } from '../../parts/section'
import { Downloads } from './downloads'
import { forget, goOn, listOutcomes, type Run, stopImport } from './run'
import { texts } from './texts'

/** An import that runs, was ended, or is done. */
export function RunReport({ run }: { run: Run }) {
  if (run.state === 'running')
    return (
      <Section title={run.job.name}>
        <Sent run={run} onStop={stopImport}>
          {texts.runningHint}
        </Sent>
      </Section>
    )
  return (
    <>
      {run.error && <ProblemNotice error={run.error} />}
      {run.state === 'done' ? <Done run={run} /> : <Stopped run={run} />}
      <Downloads name={run.job.name} sheet={run.job} outcomes={listOutcomes(run)} dryRun={false} />
    </>
  )
}

function Sent({ run: { outcomes, total }, children, onStop }: { run: Run; children: string; onStop?: () => void }) {
  return (
    <HowFar progress={{ done: outcomes.size, total }} label={texts.progress} onStop={onStop}>
      <Text>{texts.sent(formatNumber(outcomes.size), formatNumber(total))}</Text>
      <Text size="sm">{children}</Text>
    </HowFar>
  )
}

function Stopped({ run }: { run: Run }) {
  return (
    <Section title={texts.stopped(run.job.name)}>
      <Sent run={run}>{texts.stoppedHint}</Sent>
      <Figures role="status" of={countOutcomes(listOutcomes(run), false)} />
      <Group gap="xs">
        <Button onClick={() => void goOn(run)}>{texts.goOn}</Button>
        <Button variant="default" onClick={() => void forget(run)}>
          {texts.forget}
        </Button>
      </Group>
    </Section>
  )
}

function Done({ run }: { run: Run }) {
  const { name, plan } = run.job
  const keptQuantities = countKeptQuantities(plan)
  return (
    <Section title={texts.done(name)}>
      <Figures role="status" of={countOutcomes(listOutcomes(run), false)} />
      {keptQuantities > 0 && (
        <Alert color="yellow" title={texts.keptQuantities(formatNumber(keptQuantities))}>
          <ButtonLink to="/stocktake" size="xs">
            {texts.toStocktake}
          </ButtonLink>
        </Alert>
      )}
      <Stack align="start">
        <Group gap="xs">
          <Button onClick={() => void forget(run)}>{texts.another}</Button>
          <ButtonLink to="/items">{texts.toItems}</ButtonLink>
        </Group>
      </Stack>
    </Section>
  )
}
