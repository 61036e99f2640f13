import { Text } from '@mantine/core'
import type { Stocktake } from '../../../../spreadsheets/stocktake/count-rows'
import { countKinds } from '../../../../spreadsheets/stocktake/report'
import { Figures } from '../figures'
import { texts } from './texts'

/** How many rows of each kind, in the words of the command. */
export function Kinds({ stocktake, kind }: { stocktake: Stocktake; kind: 'dry run' | 'booked' }) {
  const kinds = countKinds(stocktake, kind)
  if (kinds.length === 0) return <Text role="status">{texts.none}</Text>
  return <Figures of={kinds} />
}
