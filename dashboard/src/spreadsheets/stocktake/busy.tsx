import { Button, Progress, Text } from '@mantine/core'
import { formatNumber } from '../../parts/format'
import { Section } from '../../parts/section'
import { texts } from './texts'
import type { Rows } from './use-booking'

/** Counts are compared or booked. */
export function Busy({ progress, onStop }: { progress: Rows | null; onStop?: () => void }) {
  const { done, total } = progress ?? { done: 0, total: 0 }
  return (
    <Section title={texts.comparing}>
      <Progress value={total === 0 ? 0 : (100 * done) / total} aria-label={texts.progress} />
      {progress && <Text>{texts.rows(formatNumber(done), formatNumber(total))}</Text>}
      {onStop && (
        <Button variant="default" onClick={onStop} className="start">
          {texts.stop}
        </Button>
      )}
    </Section>
  )
}
