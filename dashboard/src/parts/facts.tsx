import { DataList } from '@mantine/core'
import type { ReactNode } from 'react'

/** What is stored about something, each with its label. What is null is left out. */
export function Facts({ facts }: { facts: { label: string; value: ReactNode }[] }) {
  return (
    <DataList gap="xs">
      {facts
        .filter(({ value }) => value !== null)
        .map(({ label, value }) => (
          <DataList.Item key={label}>
            <DataList.ItemLabel c="dimmed">{label}</DataList.ItemLabel>
            <DataList.ItemValue miw={0}>{value}</DataList.ItemValue>
          </DataList.Item>
        ))}
    </DataList>
  )
}
