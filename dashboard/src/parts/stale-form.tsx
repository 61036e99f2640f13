import { Alert, Button, Group, Stack, Table, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { Difference, Value } from './difference'
import { formatNumber } from './format'
import { texts } from './texts'

type StaleFormProps = { title: string; differences: Difference[]; onKeep: () => void; onTake: () => void }

/** Somebody else has changed it since the form was opened: both sides, and the choice. */
export function StaleForm({ title, differences, onKeep, onTake }: StaleFormProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <Alert ref={place} color="yellow" role="alert" title={title}>
      <Stack gap="sm">
        <Differences differences={differences} />
        <Text size="sm">{texts.conflictHint}</Text>
        <Group gap="xs">
          <Button onClick={onKeep}>{texts.keepMine}</Button>
          <Button variant="default" onClick={onTake}>
            {texts.takeTheirs}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}

function Differences({ differences }: { differences: Difference[] }) {
  return (
    <Table horizontalSpacing={4} style={{ overflowWrap: 'anywhere' }} layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{texts.field}</Table.Th>
          <Table.Th>{texts.yours}</Table.Th>
          <Table.Th>{texts.stored}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {differences.map((row) => (
          <Table.Tr key={row.label}>
            <Table.Th scope="row">{row.label}</Table.Th>
            <Table.Td>{row.mine === undefined ? texts.unchanged : format(row.mine)}</Table.Td>
            <Table.Td>{format(row.theirs)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function format(value: Value): string {
  if (value === null) return texts.unset
  return typeof value === 'number' ? formatNumber(value) : value
}
