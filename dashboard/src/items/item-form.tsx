import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { say } from '../browser/said'
import { firstField } from '../parts/first-field'
import { NumberField } from '../parts/number-field'
import { useScans } from '../scanner/scans'
import type { ItemValues } from './item-values'
import { texts } from './texts'

/** The fields of an item, of a new one and of one that is changed. `children` stand after the SKU. */
export function ItemInputs<Values extends ItemValues>(props: {
  form: UseFormReturnType<Values>
  children?: ReactNode
}) {
  const { form, children } = props
  useScans('form', ({ text }) => {
    form.setFieldValue('barcode', text as never)
    say(texts.barcodeRead(text))
  })
  return (
    <>
      <TextInput label={texts.name} {...firstField} {...form.getInputProps('name')} />
      <TextInput label={texts.sku} description={texts.skuHint} {...form.getInputProps('sku')} />
      {children}
      <TextInput label={texts.barcode} description={texts.barcodeHint} {...form.getInputProps('barcode')} />
      <TextInput label={texts.location} {...form.getInputProps('location')} />
      <NumberField
        label={texts.reorderPoint}
        description={texts.reorderPointHint}
        {...form.getInputProps('reorder_point')}
      />
    </>
  )
}
