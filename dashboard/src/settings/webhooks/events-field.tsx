import { Checkbox, Code, Fieldset, Stack, Text } from '@mantine/core'
import { choose, type EventName, eventGroups } from './events'
import { texts } from './texts'

type EventsFieldProps = { value: EventName[]; onChange: (value: EventName[]) => void; error: unknown }

/** The types of events that are sent: all, all of a kind of object, or one by one. What is covered is not offered. */
export function EventsField({ value, onChange, error }: EventsFieldProps) {
  const box = (event: EventName) => (
    <Checkbox
      key={event}
      label={<EventLabel event={event} />}
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

function EventLabel({ event }: { event: EventName }) {
  return (
    <>
      {texts.eventNames[event]} <Code>{event}</Code>
    </>
  )
}
