import { Anchor, type AnchorProps, Button, type ButtonProps, NavLink, type NavLinkProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

type Html<Props> = Props & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof Props> & { ref?: Ref<HTMLAnchorElement> }

/** Links to pages, in the looks of the component library. A link goes where a browser's does, in a new tab too. */
export const PageLink = createLink((props: Html<AnchorProps>) => <Anchor {...props} />)
export const ButtonLink = createLink((props: Html<ButtonProps>) => (
  <Button component="a" variant="default" {...props} />
))
export const MenuLink = createLink((props: Html<NavLinkProps>) => <NavLink component="a" {...props} />)

/** A link to an item, an order or a snapshot: the id says which. */
export function ObjectLink({ id, ...look }: AnchorProps & { id: string; children: string; tabIndex?: number }) {
  const to = id.startsWith('itm_') ? '/items/$id' : id.startsWith('po_') ? '/orders/$id' : '/snapshots/$id'
  return <PageLink to={to} params={{ id }} {...look} />
}
