import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRights } from '../../api/person'
import { account } from '../../api/queries'
import { Empty } from '../../parts/empty'
import { Page } from '../../parts/page'
import { useIsPhone } from '../../parts/phone'
import { RowsLoading } from '../../parts/rows-loading'
import { CountFile } from './count-file'
import { CountPhone } from './count-phone'
import { PrintSheet } from './print-sheet'
import { hows } from './search'
import { texts } from './texts'

export default function StocktakePage() {
  const { how = 'print' } = useSearch({ from: '/stocktake' })
  const navigate = useNavigate({ from: '/stocktake' })
  return (
    <Page title={texts.title}>
      <SegmentedControl
        className="screen"
        aria-label={texts.wayLabel}
        orientation={useIsPhone() ? 'vertical' : 'horizontal'}
        value={how}
        onChange={(chosen) => {
          const next = hows.find((each) => each === chosen)
          void navigate({ search: (kept) => ({ ...kept, ...(next && { how: next }) }), replace: true })
        }}
        data={hows.map((value) => ({ value, label: texts.ways[value] }))}
        style={{ alignSelf: 'start' }}
      />
      {how === 'print' ? <PrintSheet /> : <ForWriters how={how} />}
    </Page>
  )
}

function ForWriters({ how }: { how: 'file' | 'phone' }) {
  const { data } = useQuery(account)
  const { write } = useRights()
  if (!data) return <RowsLoading />
  if (!write) return <Empty title={texts.noRights} hint={texts.noRightsHint} />
  return how === 'file' ? <CountFile /> : <CountPhone person={`${data.company.id} ${data.person.email}`} />
}
