import type { Usage } from '../../../../client'
import { breakAt, DataTable } from '../../parts/data-table'
import { formatNumber } from '../../parts/format'
import { usageDays } from './queries'
import { texts } from './texts'
import { sumBySender } from './usage-sums'
import { useSenderNames } from './use-sender-names'

/** `today`: the UTC day. */
export function UsageTable({ rows, today }: { rows: Usage['data']; today: string }) {
  const names = useSenderNames()
  return (
    <DataTable
      minWidth={640}
      rows={sumBySender(rows, today)}
      columns={[
        { title: texts.who, cell: ({ id }) => names.get(id) ?? id, ...breakAt(280) },
        { title: texts.kind, cell: ({ kind }) => texts.kinds[kind] },
        { title: texts.today, cell: (sender) => formatNumber(sender.today.requests), ta: 'right' },
        { title: texts.requestsIn(usageDays), cell: ({ days }) => formatNumber(days.requests), ta: 'right' },
        { title: texts.refusedIn(usageDays), cell: ({ days }) => formatNumber(days.refused), ta: 'right' },
      ]}
    />
  )
}
