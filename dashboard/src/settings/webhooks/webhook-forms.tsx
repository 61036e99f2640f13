import { Checkbox, Code, Fieldset, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { Webhook } from '../../../../client'
import { api } from '../../api/client'
import type { Draft } from '../../api/draft'
import { Confirm } from '../../parts/confirm'
import { firstField } from '../../parts/first-field'
import { ChangeForm } from '../../parts/form'
import { choose, type EventName, eventGroups } from './events'
import { texts } from './texts'

type Values = { url: string; events: EventName[]; description: string }

const nothing: Values = { url: '', events: ['*'], description: '' }

export function NewWebhook({ onClose, onMade }: { onClose: () => void; onMade: (secret: string) => void }) {
  return (
    <ChangeForm
      name="new webhook"
      initial={nothing}
      make={({ url, events, description }) => ({ url, events, description: description.trim() || null })}
      // The secret goes by the result: what a change has answered stays in memory for minutes.
      send={async (webhook, options) => onMade((await api.createWebhook(webhook, options)).secret)}
      stale={[['webhooks']]}
      action={texts.createWebhook}
      onClose={onClose}
    >
      {(form) => <Fields form={form} />}
    </ChangeForm>
  )
}

type Props = { of: Webhook; onClose: () => void }

export function EditWebhook({ of: webhook, onClose }: Props) {
  const { id, url, events, description } = webhook
  return (
    <ChangeForm
      name={`edit ${id}`}
      initial={{ url, events, description: description ?? '' }}
      make={(values: Values) => makePatch(webhook, values)}
      send={(patch, options) => api.updateWebhook(id, patch, options)}
      stale={[['webhooks'], ['webhook', id]]}
      describe={() => texts.saved}
      action={texts.save}
      onClose={onClose}
    >
      {(form) => <Fields form={form} />}
    </ChangeForm>
  )
}

/** Only what is changed, so that what another owner changes meanwhile stays. */
function makePatch(before: Webhook, { url, events, description }: Values) {
  const text = description.trim() || null
  return {
    ...(url !== before.url && { url }),
    ...(String([...events].sort()) !== String([...before.events].sort()) && { events }),
    ...(text !== before.description && { description: text }),
  }
}

/** What a person decides of a webhook. */
function Fields({ form }: { form: Draft<Values> }) {
  return (
    <>
      <TextInput
        type="url"
        required
        label={texts.url}
        description={texts.urlHint}
        {...firstField}
        {...form.getInputProps('url')}
      />
      <Textarea autosize label={texts.description} {...form.getInputProps('description')} />
      <EventsField {...form.getInputProps('events')} />
    </>
  )
}

type QuestionProps = Props & { opened: boolean }

export function DeleteWebhook({ opened, of: { id, url }, onClose }: QuestionProps) {
  const navigate = useNavigate()
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={texts.askDelete}
      action={texts.delete}
      name={`delete ${id}`}
      input={id}
      send={api.deleteWebhook}
      stale={[['webhooks']]}
      onDone={() => void navigate({ to: '/settings/webhooks', replace: true })}
    >
      <Text>{url}</Text>
      <Text>{texts.deleteHint}</Text>
    </Confirm>
  )
}

export function RotateSecret({
  opened,
  of: { id, url },
  onClose,
  onMade,
}: QuestionProps & { onMade: (secret: string) => void }) {
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={texts.askRotate}
      action={texts.rotate}
      name={`rotate ${id}`}
      input={id}
      // The secret goes by the result: what a change has answered stays in memory for minutes.
      send={async (webhook, options) => onMade((await api.rotateWebhookSecret(webhook, options)).secret)}
      stale={[['webhook', id]]}
      onDone={onClose}
    >
      <Text>{url}</Text>
      <Text>{texts.rotateHint}</Text>
    </Confirm>
  )
}

type EventsFieldProps = { value?: EventName[]; onChange: (value: EventName[]) => void; error?: unknown }

/** The types of events that are sent: all, all of a kind of object, or one by one. What is covered is not offered. */
function EventsField({ value = [], onChange, error }: EventsFieldProps) {
  const box = (event: EventName) => (
    <Checkbox
      key={event}
      label={
        <>
          {texts.eventNames[event]} <Code>{event}</Code>
        </>
      }
      checked={value.includes(event)}
      onChange={({ currentTarget }) => onChange(choose(event, currentTarget.checked, value))}
    />
  )
  return (
    <Fieldset legend={texts.events} mx={0}>
      <Stack gap="sm">
        {typeof error === 'string' && (
          <Text c="red" role="alert">
            {error}
          </Text>
        )}
        {box('*')}
        {!value.includes('*') &&
          eventGroups.map(({ all, types }) => (
            <Stack key={all} gap="xs">
              {box(all)}
              {!value.includes(all) && (
                <Stack gap="xs" pl="lg">
                  {types.map(box)}
                </Stack>
              )}
            </Stack>
          ))}
      </Stack>
    </Fieldset>
  )
}
