import { Button, Checkbox, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ItemField } from '../../../../spreadsheets/import/item-rows'
import {
  countOutcomes,
  listNotes,
  nameActions,
  type Outcome,
  toOutcome,
} from '../../../../spreadsheets/import/outcomes'
import { type ImportRules, isChange, type Planned } from '../../../../spreadsheets/import/plan'
import { readCell, readCode } from '../../../../spreadsheets/sheet/cells'
import type { Mapping } from '../../../../spreadsheets/sheet/mapping'
import { codeFields } from '../../../../spreadsheets/sheet/read-field'
import type { Sheet } from '../../../../spreadsheets/sheet/sheet'
import { breakAt, type Column, DataTable, inOneLine } from '../../parts/data-table'
import { Figures } from '../../parts/figures'
import { formatNumber } from '../../parts/format'
import { Pager } from '../../parts/pager'
import { ProblemNotice } from '../../parts/problem'
import { Section } from '../../parts/section'
import { Warnings } from '../sheet/warnings'
import { Downloads } from './downloads'
import { texts } from './texts'

/** What would become of each row, and the rules by which. */
export type Plan = { plan: Planned[]; rules: ImportRules }

type PreviewProps = { sheet: Sheet; name: string; planned: Plan; onStart: (plan: Plan) => Promise<void> }

/** What an import would do. Nothing is written yet. */
export function Preview({ sheet, name, planned, onStart }: PreviewProps) {
  const { plan, rules } = planned
  const outcomes = useMemo(() => plan.map((planned) => toOutcome(planned, true)), [plan])
  const notes = useMemo(() => listNotes(outcomes), [outcomes])
  const start = useMutation({ mutationFn: onStart })
  const changes = useMemo(() => plan.filter(isChange).length, [plan])
  return (
    <>
      <Section title={texts.result}>
        <Figures role="status" of={countOutcomes(outcomes, true)} />
        {changes === 0 && <Text>{texts.nothingToDo}</Text>}
        <Warnings warnings={notes} />
        {changes > 0 && (
          <Button onClick={() => start.mutate(planned)} loading={start.isPending} className="start">
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

const pageSize = 50
const words = nameActions(true)

type PreviewTableProps = { outcomes: Outcome[]; mapping: Mapping<ItemField> }

/** The rows of the file, each with what would become of it. Cells that are refused are marked. */
function PreviewTable({ outcomes, mapping }: PreviewTableProps) {
  const [onlyRefused, setOnlyRefused] = useState(false)
  const [offset, setOffset] = useState(0)
  const refused = useMemo(() => outcomes.filter(({ action }) => action === 'refused'), [outcomes])
  const rows = onlyRefused ? refused : outcomes
  const fields = (Object.keys(texts.labels) as ItemField[]).flatMap((field): [ItemField, number][] => {
    const column = mapping.get(field)
    return column === undefined ? [] : [[field, column]]
  })
  return (
    <Stack gap="sm">
      <Checkbox
        label={texts.onlyRefused}
        checked={onlyRefused}
        onChange={({ currentTarget }) => {
          setOnlyRefused(currentTarget.checked)
          setOffset(0)
        }}
      />
      {rows.length === 0 && <Text>{texts.noRefused}</Text>}
      {rows.length > 0 && (
        <DataTable
          minWidth={240 + 120 * fields.length}
          rows={rows.slice(offset, offset + pageSize)}
          keyOf={({ row }) => row.line}
          columns={[
            {
              title: texts.line,
              cell: ({ row }) => row.line,
              isWrong: ({ problem }) => problem !== null && !fields.some(([field]) => field === problem.field),
            },
            { title: texts.outcome, cell: ({ action }) => words[action], ...inOneLine },
            ...fields.map(
              ([field, column]): Column<Outcome> => ({
                title: texts.labels[field],
                cell: ({ row, problem }) => (
                  <>
                    {problem?.field === field && <VisuallyHidden>{texts.refusedCell} </VisuallyHidden>}
                    {(codeFields.has(field) ? readCode : readCell)(row.cells[column] ?? '')}
                  </>
                ),
                isWrong: ({ problem }) => problem?.field === field,
                ...breakAt(240),
              }),
            ),
            { title: texts.problem, cell: ({ problem }) => problem?.message, ...breakAt(320) },
          ]}
        />
      )}
      <Pager offset={offset} limit={pageSize} total={rows.length} onOffset={setOffset} />
    </Stack>
  )
}
