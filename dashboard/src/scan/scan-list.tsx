import { Group, Stack, Text } from '@mantine/core'
import { notices, takeOffer } from '../browser/said'
import { makeFormat } from '../browser/time-zone'
import { Card, Cards } from '../parts/data-table'
import { RowButton } from '../parts/row-button'
import { Part } from '../parts/section'
import { texts } from './texts'

const formatClock = makeFormat({ timeStyle: 'short' })

/** What the codes that were read have done, newest first, with Undo. */
export function ScanList() {
  const here = notices.use().filter(({ path }) => path === location.pathname)
  if (here.length === 0) return null
  return (
    <Part title={texts.scans}>
      <Cards>
        {here.map((notice) => (
          <Card key={notice.key}>
            <Group justify="space-between" wrap="nowrap" gap="sm">
              <Stack gap={0} miw={0}>
                <Text {...(notice.isProblem && { c: 'var(--mantine-color-error)' })}>{notice.text}</Text>
                <Text size="sm" c="dimmed">
                  {formatClock(notice.at)}
                </Text>
              </Stack>
              {notice.offer && (
                <RowButton
                  name={texts.offerOf(notice.offer.label ?? texts.undo, notice.text)}
                  onClick={() => void takeOffer(notice)}
                >
                  {notice.offer.label ?? texts.undo}
                </RowButton>
              )}
            </Group>
          </Card>
        ))}
      </Cards>
    </Part>
  )
}
