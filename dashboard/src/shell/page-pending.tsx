import { useLocation } from '@tanstack/react-router'
import { Page } from '../parts/page'
import { RowsLoading } from '../parts/rows-loading'
import { pages } from './pages'

/** Stands in the place of a page whose file is on its way, under the title that the page will have. */
export function PagePending() {
  const { pathname } = useLocation()
  const page = pages.find(({ to }) => to === pathname && to !== '/settings') // those have titles of their own
  const rows = <RowsLoading rows={8} />
  return page ? <Page title={page.label}>{rows}</Page> : rows
}
