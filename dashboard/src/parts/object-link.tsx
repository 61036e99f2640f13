import type { AnchorProps } from '@mantine/core'
import { PageLink } from './link'

/** A link to an item, an order or a snapshot: the id says which. */
export function ObjectLink({ id, ...look }: AnchorProps & { id: string; children: string }) {
  const to = id.startsWith('itm_') ? '/items/$id' : id.startsWith('po_') ? '/orders/$id' : '/snapshots/$id'
  return <PageLink to={to} params={{ id }} {...look} />
}
