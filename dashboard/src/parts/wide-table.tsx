import { Table, type TableProps } from '@mantine/core'

export type WideTableProps = TableProps & { minWidth: number; mah?: number }

/** A table that scrolls by itself, by keyboard too, where the window is narrower than `minWidth` pixels. */
export function WideTable({ minWidth, mah, ...table }: WideTableProps) {
  return (
    <Table.ScrollContainer
      minWidth={minWidth}
      {...(mah !== undefined && { mah })}
      scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
    >
      <Table {...table} />
    </Table.ScrollContainer>
  )
}
