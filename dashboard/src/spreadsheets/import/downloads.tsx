import { Button, Group, Stack, Text } from '@mantine/core'
import type { FileKind } from '../../../../spreadsheets/file/table'
import { makeRefusedTable, makeReportTable, type Outcome } from '../../../../spreadsheets/import/outcomes'
import type { Sheet } from '../../../../spreadsheets/sheet/sheet'
import { saveTable } from '../../export/files'
import { Section } from '../../parts/section'
import { texts } from './texts'

type DownloadsProps = {
  /** Of the file that is imported. */
  name: string
  sheet: Pick<Sheet, 'header' | 'separator'>
  outcomes: Outcome[]
  dryRun: boolean
}

const kinds: FileKind[] = ['csv', 'xlsx']

/** The files that the command writes. */
export function Downloads({ name, sheet, outcomes, dryRun }: DownloadsProps) {
  const refused = outcomes.filter(({ action }) => action === 'refused')
  const stem = name.replace(/\.\w+$/, '')
  const saveRefused = (kind: FileKind) =>
    void saveTable(`${stem}-refused`, kind, makeRefusedTable(sheet, refused, kind), sheet.separator)
  const saveReport = (kind: FileKind) => void saveTable(`${stem}-report`, kind, makeReportTable(outcomes, dryRun))
  return (
    <Section title={texts.downloads}>
      <Stack gap="xs">
        {refused.length > 0 && <Text size="sm">{texts.refusedHint}</Text>}
        <Group gap="xs">
          {refused.length > 0 &&
            kinds.map((kind) => (
              <Button key={kind} variant="default" size="xs" onClick={() => saveRefused(kind)}>
                {texts.refusedAs(texts.fileKinds[kind])}
              </Button>
            ))}
          {kinds.map((kind) => (
            <Button key={kind} variant="default" size="xs" onClick={() => saveReport(kind)}>
              {texts.reportAs(texts.fileKinds[kind])}
            </Button>
          ))}
        </Group>
      </Stack>
    </Section>
  )
}
