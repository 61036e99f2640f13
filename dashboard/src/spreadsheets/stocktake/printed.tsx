import { Button, Group, Stack, Text } from '@mantine/core'
import { saveTable } from '../../export/files'
import { Empty } from '../../parts/empty'
import { formatNumber, formatTime } from '../../parts/format'
import { makeCountSheet } from './count-sheet'
import { CountTable } from './count-table'
import { texts } from './texts'
import { mostPrinted, type PrintRows } from './use-print-rows'

/** The list, and what can be done with it. */
export function Printed({ rows: { items, total, at }, withExpected }: { rows: PrintRows; withExpected: boolean }) {
  if (total === 0) return <Empty title={texts.nothing} hint={texts.nothingHint} />
  if (items.length === 0) return <Empty title={texts.tooMany(formatNumber(total), formatNumber(mostPrinted))} />
  const save = (kind: 'csv' | 'xlsx') =>
    void saveTable(`stocktake-${at.slice(0, 10)}`, kind, makeCountSheet(items, kind))
  return (
    <>
      <Stack className="screen" gap="xs">
        <Group gap="xs">
          <Button onClick={() => window.print()}>{texts.print}</Button>
          {(['csv', 'xlsx'] as const).map((kind) => (
            <Button key={kind} variant="default" onClick={() => save(kind)}>
              {texts.sheetAs(texts.kinds[kind])}
            </Button>
          ))}
        </Group>
        <Text size="sm">{texts.sheetHint}</Text>
      </Stack>
      <Text size="sm">{texts.listed(formatNumber(items.length), formatTime(at))}</Text>
      <CountTable items={items} withExpected={withExpected} />
    </>
  )
}
