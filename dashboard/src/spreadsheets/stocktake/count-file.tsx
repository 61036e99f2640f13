import { Button, Checkbox, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Mapping } from '../../../../spreadsheets/sheet/mapping'
import type { Sheet } from '../../../../spreadsheets/sheet/sheet'
import { type CountField, countColumns } from '../../../../spreadsheets/stocktake/count-rows'
import { openStocktake } from '../../../../spreadsheets/stocktake/stocktake'
import { patientApi } from '../../api/client'
import { formatNumber } from '../../parts/format'
import { ProblemNotice } from '../../parts/problem'
import { ColumnMap } from '../sheet/column-map'
import { guessColumns, keepColumns } from '../sheet/columns'
import { FileDrop } from '../sheet/file-drop'
import { SheetOptions } from '../sheet/sheet-options'
import { useSheet } from '../sheet/use-sheet'
import { Review } from './review'
import { texts } from './texts'
import { useBooking } from './use-booking'

const place = 'stocktake'
const required = ['sku', 'counted'] as const satisfies CountField[]
const columns = { fields: countColumns, required }
const maxReference = 255

/** A sheet that was printed, counted and filled in. */
export function CountFile() {
  const open = useSheet(columns)
  const { file, sheet, close } = open
  return (
    <>
      <Text>{texts.fileLead}</Text>
      {file === null ? <FileDrop onFile={open.open} /> : <SheetOptions {...open} />}
      {file && sheet && <ReadSheet name={file.name} sheet={sheet} onFinish={close} />}
    </>
  )
}

function ReadSheet({ name, sheet, onFinish }: { name: string; sheet: Sheet; onFinish: () => void }) {
  const [mapping, setMapping] = useState<Mapping<CountField>>(() => guessColumns(place, sheet.header, countColumns))
  const [reference, setReference] = useState(name.slice(0, maxReference))
  const [allowsLookalikes, setAllowsLookalikes] = useState(false)
  const booking = useBooking((report) =>
    openStocktake({ sheet, mapping, allowsLookalikes }, { client: patientApi, reference }, report),
  )
  const { comparing, progress } = booking
  const compare = () => {
    keepColumns(place, sheet.header, countColumns, mapping)
    comparing.mutate()
  }
  const isReady = required.every((field) => mapping.has(field)) && reference.length <= maxReference
  if (comparing.data)
    return (
      <Review booking={booking} onFinish={onFinish}>
        <Button variant="default" onClick={comparing.reset}>
          {texts.otherColumns}
        </Button>
      </Review>
    )
  return (
    <>
      <ColumnMap
        header={sheet.header}
        fields={countColumns}
        labels={texts.labels}
        required={required}
        mapping={mapping}
        onChange={setMapping}
      />
      <TextInput
        label={texts.reference}
        description={texts.referenceHint}
        value={reference}
        error={reference.length > maxReference && texts.tooLong}
        onChange={({ currentTarget }) => setReference(currentTarget.value)}
      />
      <Checkbox
        label={texts.lookalikes}
        checked={allowsLookalikes}
        onChange={({ currentTarget: { checked } }) => setAllowsLookalikes(checked)}
      />
      {comparing.error && <ProblemNotice error={comparing.error} retry={compare} />}
      <Group gap="sm">
        <Button onClick={compare} loading={comparing.isPending} disabled={!isReady}>
          {texts.compare}
        </Button>
        <Text size="sm" role="status">
          {comparing.isPending && progress
            ? texts.rows(formatNumber(progress.done), formatNumber(progress.total))
            : texts.compareHint}
        </Text>
      </Group>
    </>
  )
}
