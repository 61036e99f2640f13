import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { useScansLater } from '../scanner/scans'
import { texts } from './texts'

/** Stands where so many rows will be. */
export function RowsLoading({ rows = 5, height = 36 }: { rows?: number; height?: number }) {
  return (
    <Stack gap="xs" aria-busy="true">
      <VisuallyHidden>{texts.loading}</VisuallyHidden>
      {[...Array(rows).keys()].map((row) => (
        <Skeleton key={row} height={height} />
      ))}
    </Stack>
  )
}

/** In place of a form that is on its way. */
export function FormLoading() {
  useScansLater()
  return <RowsLoading rows={4} />
}
