import { Link, type LinkProps } from '@tanstack/react-router'

/** `isOpen`: its page, or its part of a list, is shown. */
export type Tab = Pick<LinkProps, 'to' | 'search' | 'replace' | 'activeOptions'> & { label: string; isOpen: boolean }

/** Links beside each other, of which one is open: what a page shows in its place. Where they are too many, they scroll. */
export function Tabs({ label: name, tabs }: { label: string; tabs: Tab[] }) {
  return (
    <nav aria-label={name} className="tabs">
      {tabs.map(({ label, isOpen, ...link }) => (
        <Link key={label} {...link} className="tab" data-open={isOpen || undefined} aria-current={isOpen && 'page'}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
