import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { byResource, type Row } from '../../functions/store/table/schema'
import type { Table } from '../../functions/store/table/table'
import { interceptSends } from './dying'

/** A table whose index lags behind: it shows a row as `show` returns it, or not at all where that is null. */
export function makeLaggingTable(table: Table, show: (row: Row) => Row | null): Table {
  return interceptSends(table, async (send, command) => {
    if (!(command instanceof QueryCommand) || command.input.IndexName !== byResource.name) return send(command)
    const { Limit = Number.POSITIVE_INFINITY, ...rest } = command.input
    const { Items = [] } = (await send(new QueryCommand(rest))) as { Items?: Row[] }
    const shown = Items.map(show).filter((row) => row !== null)
    const page = shown.slice(0, Limit)
    const last = page.at(-1)
    if (last === undefined || page.length === shown.length) return { Items: page }
    return { Items: page, LastEvaluatedKey: { pk: last.pk, sk: last.sk, resource: last.resource } }
  })
}
