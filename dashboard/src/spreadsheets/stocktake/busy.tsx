import { Text } from '@mantine/core'
import { formatNumber } from '../../parts/format'
import { HowFar } from '../../parts/long-work'
import { Section } from '../../parts/section'
import { texts } from './texts'
import type { Booking } from './use-booking'

/** Counts are compared or booked. */
export function Busy({ progress, onStop }: Pick<Booking, 'progress'> & { onStop?: () => void }) {
  return (
    <Section title={texts.comparing}>
      <HowFar progress={progress} label={texts.progress} onStop={onStop}>
        {progress && <Text>{texts.rows(formatNumber(progress.done), formatNumber(progress.total))}</Text>}
      </HowFar>
    </Section>
  )
}
