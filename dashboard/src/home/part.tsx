import type { ComponentProps, ReactNode } from 'react'
import { Answer } from '../parts/answer'
import { Empty } from '../parts/empty'
import { Section } from '../parts/section'

type PartProps<Row> = {
  title: string
  query: ComponentProps<typeof Answer<{ data: Row[] }>>['query']
  /** Stands where there are none. */
  empty: ComponentProps<typeof Empty>
  children: (rows: Row[]) => ReactNode
}

/** A part of Home: some rows of a list. */
export function Part<Row>({ title, query, empty, children }: PartProps<Row>) {
  return (
    <Section title={title}>
      <Answer query={query}>{({ data }) => (data.length === 0 ? <Empty {...empty} /> : children(data))}</Answer>
    </Section>
  )
}
