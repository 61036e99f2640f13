import { Alert, NativeSelect, SimpleGrid, Text } from '@mantine/core'
import { listNames } from '../../../../spreadsheets/sheet/bounds'
import { type Mapping, mapColumns } from '../../../../spreadsheets/sheet/mapping'
import { Section } from '../../parts/section'
import { chooseColumn, type Fields } from './columns'
import { texts } from './texts'

type ColumnMapProps<Field extends string> = {
  header: string[]
  fields: Fields<Field>
  /** What each field is called. */
  labels: Record<Field, string>
  required: readonly Field[]
  mapping: Mapping<Field>
  onChange: (mapping: Mapping<Field>) => void
}

/** Which column each field is read from. */
export function ColumnMap<Field extends string>(props: ColumnMapProps<Field>) {
  const { header, fields, labels, required, mapping, onChange } = props
  const columns = header.map((name, index) => ({
    value: String(index),
    label: listNames([name]) || texts.unnamed(index + 1),
  }))
  const questions: string[] = []
  mapColumns(header, fields, [], ({ message }, field) => mapping.has(field) || questions.push(message))
  const used = [...mapping.values()]
  const unread = columns.filter((_, index) => !used.includes(index)).map(({ label }) => label)
  return (
    <Section title={texts.columns}>
      <Text size="sm">{texts.columnsHint}</Text>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        {(Object.keys(labels) as Field[]).map((field) => (
          <NativeSelect
            key={field}
            label={labels[field]}
            required={required.includes(field)}
            value={String(mapping.get(field) ?? -1)}
            data={[{ value: '-1', label: texts.notRead }, ...columns]}
            error={required.includes(field) && !mapping.has(field) && texts.needed}
            onChange={({ currentTarget }) => onChange(chooseColumn(mapping, field, Number(currentTarget.value)))}
          />
        ))}
      </SimpleGrid>
      {questions.map((question) => (
        <Alert key={question} color="yellow">
          {question}
        </Alert>
      ))}
      {unread.length > 0 && <Text size="sm">{texts.unread(listNames(unread))}</Text>}
    </Section>
  )
}
