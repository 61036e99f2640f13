import { Text } from '@mantine/core'
import { OnlyFor } from '../../parts/only-for'
import { Page } from '../../parts/page'
import { RowsLoading } from '../../parts/rows-loading'
import { FileDrop } from '../sheet/file-drop'
import { SheetOptions } from '../sheet/sheet-options'
import { useSheet } from '../sheet/use-sheet'
import { ReadFile } from './read-file'
import { useRun } from './run'
import { RunReport } from './run-report'
import { texts } from './texts'

export default function ImportPage() {
  return (
    <Page title={texts.title}>
      <OnlyFor right="write" title={texts.noRights} hint={texts.noRightsHint}>
        {({ company, person }) => <Import person={`${company.id} ${person.email}`} />}
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
  const open = useSheet()
  const { file, sheet } = open
  return (
    <>
      <Text>{texts.lead}</Text>
      {file === null ? <FileDrop onFile={open.open} /> : <SheetOptions {...open} />}
      {file && sheet && <ReadFile name={file.name} sheet={sheet} person={person} />}
    </>
  )
}
