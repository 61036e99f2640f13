import { TextInput } from '@mantine/core'
import type { Draft } from '../../api/draft'
import { firstField } from '../../parts/first-field'
import type { EventName } from './events'
import { EventsField } from './events-field'
import { texts } from './texts'

export type WebhookValues = { url: string; events: EventName[]; description: string }

/** What a person decides of a webhook. */
export function WebhookFields({ form }: { form: Draft<WebhookValues> }) {
  return (
    <>
      <TextInput
        type="url"
        label={texts.url}
        description={texts.urlHint}
        {...firstField}
        {...form.getInputProps('url')}
      />
      <TextInput label={texts.description} {...form.getInputProps('description')} />
      <EventsField
        value={form.values.events}
        onChange={(events) => form.setFieldValue('events', events)}
        error={form.errors.events}
      />
    </>
  )
}
