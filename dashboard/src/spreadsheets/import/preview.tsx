import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ImportPlan } from '../../../../spreadsheets/import/make-plan'
import { countOutcomes, toOutcome } from '../../../../spreadsheets/import/outcomes'
import { type ImportRules, isChange } from '../../../../spreadsheets/import/plan'
import type { Sheet } from '../../../../spreadsheets/sheet/sheet'
import { formatNumber } from '../../parts/format'
import { ProblemNotice } from '../../parts/problem'
import { Section } from '../../parts/section'
import { Figures } from '../figures'
import { Warnings } from '../sheet/warnings'
import { Downloads } from './downloads'
import { PreviewTable } from './preview-table'
import { texts } from './texts'

type PreviewProps = {
  sheet: Sheet
  name: string
  planned: ImportPlan & { rules: ImportRules }
  onStart: () => Promise<void>
}

/** What an import would do. Nothing is written yet. */
export function Preview({ sheet, name, planned: { plan, warnings, rules }, onStart }: PreviewProps) {
  const outcomes = useMemo(() => plan.map((planned) => toOutcome(planned, true)), [plan])
  const start = useMutation({ mutationFn: onStart })
  const changes = useMemo(() => plan.filter(isChange).length, [plan])
  return (
    <>
      <Section title={texts.result}>
        <Figures of={countOutcomes(outcomes, true)} />
        {changes === 0 && <Text>{texts.nothingToDo}</Text>}
        <Warnings warnings={warnings} />
        {changes > 0 && (
          <Button onClick={() => start.mutate()} loading={start.isPending} style={{ alignSelf: 'start' }}>
            {texts.start(formatNumber(changes))}
          </Button>
        )}
        {start.error && <ProblemNotice error={start.error} />}
      </Section>
      <PreviewTable outcomes={outcomes} mapping={rules.mapping} />
      <Downloads name={name} sheet={sheet} outcomes={outcomes} dryRun />
    </>
  )
}
