import { OnlyFor } from '../../parts/only-for'
import { Page } from '../../parts/page'
import { RowsLoading } from '../../parts/rows-loading'
import { NewImport } from './new-import'
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
