import { Button, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Item } from '../../../../client'
import { checkCount } from '../../../../spreadsheets/stocktake/count-rows'
import { nameFault } from '../../api/field-place'
import { firstField } from '../../parts/first-field'
import { FormDrawer } from '../../parts/form-drawer'
import { formatNumber } from '../../parts/format'
import { NumberField } from '../../parts/number-field'
import { doubtNumber, findFaultOfNeeded } from '../../parts/numbers'
import { Radios } from '../../parts/radios'
import { useScansBeside } from '../../scanner/scans-beside'
import type { Effect, PhoneCount } from './counts'
import { texts } from './texts'

type CountFormProps = {
  /** Null closes it. */
  item: Item | null
  /** What was counted of it before. */
  before: PhoneCount | null
  onClose: () => void
  onCount: (counted: number, effect: Effect) => void
}

/** How many there are of an item. */
export function CountForm({ item, before, onClose, onCount }: CountFormProps) {
  return (
    <FormDrawer opened={item !== null} onClose={onClose} title={item ? texts.count(item.name) : ''}>
      {item && <Fields key={item.id} item={item} before={before} onCount={onCount} />}
    </FormDrawer>
  )
}

function Fields({ item, before, onCount }: { item: Item } & Pick<CountFormProps, 'before' | 'onCount'>) {
  const [number, setNumber] = useState('')
  const [effect, setEffect] = useState<Effect>('add')
  const [problem, setProblem] = useState<string | null>(null)
  useScansBeside(item)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const fault = findFaultOfNeeded(number)
    if (fault !== null) return setProblem(fault)
    // The rules of a sheet: its cells are texts.
    const checked = checkCount({ sku: item.sku, counted: number })
    if ('problem' in checked) return setProblem(nameFault(checked.problem))
    const question = doubtNumber(number, item.quantity)
    if (question !== null && question !== problem) return setProblem(question)
    onCount(checked.counted, effect)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">{[item.sku, item.location].filter((text) => text !== null).join(' · ')}</Text>
        {before && (
          <>
            <Text>{texts.already(formatNumber(before.counted))}</Text>
            <Radios
              label={texts.how}
              choices={texts.effects}
              value={effect}
              onChange={(chosen) => setEffect(chosen as Effect)}
            />
          </>
        )}
        <NumberField
          label={texts.number}
          {...firstField}
          value={number}
          error={problem}
          onChange={({ currentTarget }) => setNumber(currentTarget.value)}
        />
        <Button type="submit">{texts.keep}</Button>
      </Stack>
    </form>
  )
}
