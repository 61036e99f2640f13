import { useMediaQuery } from '@mantine/hooks'

/** True where the window is as narrow as a phone: lists are cards there, since a table would be wider. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 480px)', undefined, { getInitialValueInEffect: false })
}
