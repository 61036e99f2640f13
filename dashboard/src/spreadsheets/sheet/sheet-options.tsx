import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { describeSource } from '../../../../spreadsheets/sheet/mapping'
import { formatNumber } from '../../parts/format'
import { ProblemNotice } from '../../parts/problem'
import { RowsLoading } from '../../parts/rows-loading'
import { Section } from '../../parts/section'
import { texts } from './texts'
import type { OpenSheet } from './use-sheet'

/** What is known of the file, and how it is read, where that was found out otherwise than it is. */
export function SheetOptions({ file, options, sheet, isReading, error, readAs, close }: OpenSheet) {
  if (file === null) return null
  const isWorkbook = sheet !== null && sheet.sheets.length > 0
  return (
    <Section title={texts.file}>
      <Group justify="space-between" gap="sm">
        <Text role="status">{sheet ? texts.fileOf(file.name, formatNumber(sheet.rows.length)) : file.name}</Text>
        <Button variant="default" size="xs" onClick={close}>
          {texts.other}
        </Button>
      </Group>
      {sheet && <Text size="sm">{describeSource(sheet)}</Text>}
      {error && <ProblemNotice error={error} />}
      {isReading && <RowsLoading rows={2} />}
      {!isReading && (
        <Group gap="sm">
          {isWorkbook && sheet.sheets.length > 1 && (
            <NativeSelect
              label={texts.sheet}
              value={sheet.source.sheet ?? ''}
              data={sheet.sheets}
              onChange={({ currentTarget }) => readAs({ sheet: currentTarget.value, header: null })}
            />
          )}
          {sheet && (
            <NativeSelect
              label={texts.header}
              value={sheet.source.line}
              data={sheet.source.first.map(({ line, cells }) => ({
                value: String(line),
                label: texts.line(line, cells),
              }))}
              onChange={({ currentTarget }) => readAs({ header: Number(currentTarget.value) })}
            />
          )}
          {sheet && !isWorkbook && (
            <NativeSelect
              label={texts.separator}
              value={sheet.separator}
              data={Object.entries(texts.separators).map(([value, label]) => ({ value, label }))}
              onChange={({ currentTarget }) => readAs({ separator: currentTarget.value })}
            />
          )}
          {!isWorkbook && (
            <NativeSelect
              label={texts.encoding}
              value={options.encoding ?? ''}
              data={texts.encodings}
              onChange={({ currentTarget }) => readAs({ encoding: currentTarget.value || null })}
            />
          )}
        </Group>
      )}
    </Section>
  )
}
