import { SegmentedControl } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useIsPhone } from '../../parts/is-phone'
import { OnlyFor } from '../../parts/only-for'
import { Page } from '../../parts/page'
import { nameKeeper } from '../kept'
import { CountFile } from './count-file'
import { CountPhone } from './count-phone'
import { PrintSheet } from './print-sheet'
import { hows } from './search'
import { texts } from './texts'

export default function StocktakePage() {
  const isPhone = useIsPhone()
  const { search, how = isPhone && search === undefined ? 'phone' : 'print' } = useSearch({ from: '/stocktake' })
  const navigate = useNavigate({ from: '/stocktake' })
  return (
    <Page title={texts.title}>
      <SegmentedControl
        className="screen start"
        aria-label={texts.wayLabel}
        orientation={isPhone ? 'vertical' : 'horizontal'}
        value={how}
        onChange={(chosen) => {
          const next = hows.find((each) => each === chosen)
          void navigate({ search: (kept) => ({ ...kept, ...(next && { how: next }) }), replace: true })
        }}
        data={hows.map((value) => ({ value, label: texts.ways[value] }))}
      />
      {how === 'print' ? <PrintSheet /> : <ForWriters how={how} />}
    </Page>
  )
}

function ForWriters({ how }: { how: 'file' | 'phone' }) {
  return (
    <OnlyFor right="write" title={texts.noRights} hint={texts.noRightsHint}>
      {(account) => (how === 'file' ? <CountFile /> : <CountPhone person={nameKeeper(account)} />)}
    </OnlyFor>
  )
}
