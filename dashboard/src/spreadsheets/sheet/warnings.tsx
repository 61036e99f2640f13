import { Alert, List, Stack, Text } from '@mantine/core'
import { formatNumber } from '../../parts/format'
import { texts } from './texts'

const shown = 20

/** What spreadsheets may have done to codes. */
export function Warnings({ warnings }: { warnings: string[] }) {
  if (warnings.length === 0) return null
  const more = warnings.length - shown
  return (
    <Alert color="yellow" title={texts.warnings(formatNumber(warnings.length))}>
      <Stack gap="xs">
        <List size="sm">
          {warnings.slice(0, shown).map((warning) => (
            <List.Item key={warning}>{warning}</List.Item>
          ))}
        </List>
        {more > 0 && <Text size="sm">{texts.moreWarnings(formatNumber(more))}</Text>}
      </Stack>
    </Alert>
  )
}
