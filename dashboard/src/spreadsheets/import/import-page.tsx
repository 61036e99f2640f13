import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { findUnreadQuantity, type ItemField, itemColumns } from '../../../../spreadsheets/import/item-rows'
import { compareRows, type ImportRules } from '../../../../spreadsheets/import/plan'
import type { Mapping } from '../../../../spreadsheets/sheet/mapping'
import type { Sheet } from '../../../../spreadsheets/sheet/sheet'
import { patientApi } from '../../api/client'
import { formatNumber } from '../../parts/format'
import { useLongWork } from '../../parts/long-work'
import { OnlyFor } from '../../parts/only-for'
import { Page } from '../../parts/page'
import { ProblemNotice } from '../../parts/problem'
import { RowsLoading } from '../../parts/rows-loading'
import { nameKeeper } from '../kept'
import { ColumnMap } from '../sheet/column-map'
import { guessColumns, keepColumns } from '../sheet/columns'
import { FileDrop } from '../sheet/file-drop'
import { checkRows } from '../sheet/reader'
import { SheetOptions } from '../sheet/sheet-options'
import { useSheet } from '../sheet/use-sheet'
import { type Plan, Preview } from './preview'
import { startImport, useRun } from './run'
import { RunReport } from './run-report'
import { texts } from './texts'

const place = 'import'
const required = ['name', 'sku'] as const satisfies ItemField[]
const columns = { fields: itemColumns, required }

export default function ImportPage() {
  return (
    <Page title={texts.title}>
      <OnlyFor right="write" title={texts.noRights} hint={texts.noRightsHint}>
        {(account) => <Import person={nameKeeper(account)} />}
      </OnlyFor>
    </Page>
  )
}

/** The import that runs or was ended, or a new one. */
function Import({ person }: { person: string }) {
  const run = useRun(person)
  if (run === undefined) return <RowsLoading />
  return run === null ? <NewImport person={person} /> : <RunReport run={run} />
}

/** A file is chosen, its columns are mapped, and what would be done is shown. */
function NewImport({ person }: { person: string }) {
  const open = useSheet(columns)
  const { file, sheet } = open
  return (
    <>
      <Text>{texts.lead}</Text>
      {file === null ? <FileDrop onFile={open.open} /> : <SheetOptions {...open} />}
      {file && sheet && <ReadFile name={file.name} sheet={sheet} person={person} />}
    </>
  )
}

type ReadFileProps = { name: string; sheet: Sheet; person: string }

/** The columns of a file that was read, and what an import of it would do. */
function ReadFile(props: ReadFileProps) {
  const { name, sheet } = props
  const [mapping, setMapping] = useState<Mapping<ItemField>>(() => guessColumns(place, sheet.header, itemColumns))
  const [update, setUpdate] = useState(false)
  const [allowsLookalikes, setAllowsLookalikes] = useState(false)
  const planning = usePlan(sheet)
  const preview = () => {
    keepColumns(place, sheet.header, itemColumns, mapping)
    planning.mutate({ mapping, update, allowsLookalikes })
  }
  const change = (set: () => void) => {
    set()
    planning.reset()
  }
  const unread = findUnreadQuantity(sheet.header, mapping)
  const isReady = required.every((field) => mapping.has(field))
  return (
    <>
      <ColumnMap
        header={sheet.header}
        fields={itemColumns}
        labels={texts.labels}
        required={required}
        mapping={mapping}
        onChange={(next) => change(() => setMapping(next))}
      />
      {unread !== null && <Alert color="yellow">{texts.unreadQuantity(unread)}</Alert>}
      <Checkbox
        label={texts.update}
        description={texts.updateHint}
        checked={update}
        onChange={({ currentTarget: { checked } }) => change(() => setUpdate(checked))}
      />
      <Checkbox
        label={texts.lookalikes}
        description={texts.lookalikesHint}
        checked={allowsLookalikes}
        onChange={({ currentTarget: { checked } }) => change(() => setAllowsLookalikes(checked))}
      />
      {planning.error && <ProblemNotice error={planning.error} retry={preview} />}
      {planning.data ? (
        <Preview sheet={sheet} name={name} planned={planning.data} onStart={(plan) => begin(props, plan)} />
      ) : (
        <AskPreview planning={planning} isReady={isReady} onPreview={preview} />
      )}
    </>
  )
}

/** Begins the import of what was planned. */
function begin({ name, sheet: { header, separator }, person }: ReadFileProps, { plan, rules }: Plan): Promise<void> {
  const mapping = [...rules.mapping]
  return startImport({ ...rules, id: crypto.randomUUID(), name, person, header, separator, mapping, plan })
}

type AskPreviewProps = { planning: Planning; isReady: boolean; onPreview: () => void }

function AskPreview({ planning: { isPending, progress }, isReady, onPreview }: AskPreviewProps) {
  return (
    <Stack gap="xs" align="start">
      <Group gap="sm">
        <Button onClick={onPreview} loading={isPending} disabled={!isReady}>
          {texts.preview}
        </Button>
        <Text size="sm" role="status">
          {isPending && describe(progress)}
        </Text>
      </Group>
      <Text size="sm">{texts.previewHint}</Text>
    </Stack>
  )
}

function describe(progress: Planning['progress']): string {
  if (progress === null) return texts.checking
  return texts.lookingUp(formatNumber(progress.done), formatNumber(progress.total))
}

/** The dry run: what an import of the sheet would do. */
function usePlan(sheet: Sheet) {
  return useLongWork(async (rules: ImportRules, { report }): Promise<Plan> => {
    const rows = await checkRows(sheet, rules.mapping)
    return { plan: await compareRows(patientApi, rows, rules, report), rules }
  })
}

type Planning = ReturnType<typeof usePlan>
