import { useQuery } from '@tanstack/react-query'
import { useRights } from '../../api/person'
import { account } from '../../api/queries'
import { Empty } from '../../parts/empty'
import { Page } from '../../parts/page'
import { RowsLoading } from '../../parts/rows-loading'
import { NewImport } from './new-import'
import { useRun } from './run'
import { RunReport } from './run-report'
import { texts } from './texts'

export default function ImportPage() {
  const { data } = useQuery(account)
  const { write } = useRights()
  return (
    <Page title={texts.title}>
      {!data && <RowsLoading />}
      {data && !write && <Empty title={texts.noRights} hint={texts.noRightsHint} />}
      {data && write && <Import person={`${data.company.id} ${data.person.email}`} />}
    </Page>
  )
}

/** The import that runs or was ended, or a new one. */
function Import({ person }: { person: string }) {
  const run = useRun(person)
  if (run === undefined) return <RowsLoading />
  return run === null ? <NewImport person={person} /> : <RunReport run={run} />
}
