import { Anchor, type AnchorProps, Button, type ButtonProps, NavLink, type NavLinkProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

type Html<Props> = Props & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof Props> & { ref?: Ref<HTMLAnchorElement> }

/** Links to pages, in the looks of the component library. A link goes where a browser's does, in a new tab too. */
export const PageLink = createLink((props: Html<AnchorProps>) => <Anchor {...props} />)
export const ButtonLink = createLink((props: Html<ButtonProps>) => <Button component="a" {...props} />)
export const MenuLink = createLink((props: Html<NavLinkProps>) => <NavLink component="a" {...props} />)
