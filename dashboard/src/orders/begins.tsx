import { Group, Radio } from '@mantine/core'
import type { OrderForm } from './line-inputs'
import { texts } from './texts'

/** What becomes of the order at first. */
export function Begins({ form }: { form: OrderForm }) {
  return (
    <Radio.Group label={texts.begins} {...form.getInputProps('begins')}>
      <Group gap="lg" mt="xs">
        <Radio value="draft" label={texts.asDraft} />
        <Radio value="ordered" label={texts.atOnce} />
      </Group>
    </Radio.Group>
  )
}

export function nameAction({ values: { begins } }: OrderForm): string {
  return begins === 'draft' ? texts.saveDraft : texts.placeIt
}
