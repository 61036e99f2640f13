import type { BaseName } from '../../store/catalogue/head'
import type { Meter, Table } from '../../store/client'
import type { Row } from '../../store/schema'
import type { RowKind, RowTypes } from './row-kind'

/** Where the rows of one kind are read from. */
export type CatalogueSource<Types extends RowTypes> = {
  kind: RowKind<Types>
  base: BaseName
  /** The pages of each partition, strongly consistent. Rows are in the order of their ids. */
  readPartitions: (table: Table, companyId: string, meter?: Meter) => AsyncIterable<Types['row'][]>[]
  /** What of a log row `parseChange` needs. */
  logColumns: readonly string[]
  /** Null for log rows of other kinds. */
  parseChange: (row: Row) => RowChange<Types['row']> | null
  /** Strongly consistent. For changes whose log row does not say what became of the row. */
  findRow: (table: Table, companyId: string, id: string) => Promise<Types['row'] | null>
}

/** `previousAt`: the time of the previous revision, in epoch milliseconds, or null where it is not known. */
export type RowChange<Changed> = {
  id: string
  rev: number
  previousAt: number | null
  /** Null where the row has to be read. `known` is the row before the change, or null where it is not known. */
  unpack: (known: () => Changed | null) => Changed | null
}
