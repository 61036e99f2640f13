import { SimpleGrid, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import type { Item, LineItem, Order } from '../../../client'
import { type Code, isNamed } from '../../../input/code'
import { formatNumber } from '../parts/format'
import { toNumber } from '../parts/numbers'
import { CameraPanel } from '../scan/camera-panel'
import { CodeForm } from '../scan/code-form'
import { Outcome } from '../scan/outcome'
import { useLookup } from '../scan/use-lookup'
import { useScans } from '../scanner/scans'
import type { DeliveryForm } from './receive-lines'
import { acceptOne } from './receive-values'
import { texts } from './texts'

type Props = { order: Order; form: DeliveryForm; isPending: boolean; onLine: (line: LineItem) => void }

/** Each code that is read accepts one more of its item. */
export function ReceiveScan({ order, form, isPending, onLine }: Props) {
  const [said, setSaid] = useState('')
  /** The items whose codes were looked up: the hundredth box costs no request. */
  const known = useRef<Item[]>([])
  const take = (item: Item) => {
    const { id, name } = item
    if (!known.current.some((each) => each.id === id)) known.current.push(item)
    setSaid('')
    const taken = acceptOne(order, form.getValues().rows, id)
    if (!taken) return setSaid(texts.notInOrder(name))
    const { rows, line } = taken
    form.setFieldValue('rows', rows)
    onLine(line)
    const [accepted, open] = [toNumber(rows[line.id]?.quantity_accepted ?? ''), line.quantity_outstanding]
    if (accepted === null) return setSaid(texts.noNumber(name))
    setSaid((accepted > open ? texts.scannedOver : texts.scanned)(name, formatNumber(accepted), formatNumber(open)))
  }
  const lookup = useLookup(take)
  const read = async (code: Code): Promise<boolean> => {
    const item = known.current.find((each) => isNamed(code, each))
    if (!item) return lookup.take(code)
    lookup.reset()
    take(item)
    return true
  }
  useScans('page', read)
  const isFound = lookup.data?.length === 1
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <CameraPanel paused={lookup.isPending || isPending} />
      <Stack gap="xs">
        <Text role="status">{said || texts.scanHint}</Text>
        {!isFound && !lookup.isIdle && <Outcome lookup={lookup} onChoose={take} />}
        <CodeForm isPending={lookup.isPending || isPending} onCode={read} />
      </Stack>
    </SimpleGrid>
  )
}
