import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { say } from '../browser/said'
import { firstField } from '../parts/first-field'
import { NumberField } from '../parts/number-field'
import { useScans } from '../scanner/scans'
import { fieldKinds, fieldNames, type ItemValues, labels } from './item-values'
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
  const [first, second, ...others] = fieldNames.map((name, index) => {
    const Input = fieldKinds[name] === 'quantity?' ? NumberField : TextInput
    const described = { label: labels[name], description: texts.hints[name], ...(index === 0 && firstField) }
    const isNeeded = !fieldKinds[name].endsWith('?')
    return <Input key={name} {...described} required={isNeeded} {...form.getInputProps(name)} />
  })
  return (
    <>
      {first}
      {second}
      {children}
      {others}
    </>
  )
}
