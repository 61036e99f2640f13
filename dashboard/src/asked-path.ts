import { useRouter } from '@tanstack/react-router'

/**
 * Tells the path of the page that is asked for, also while its code is on its way and another page is still shown.
 * What waits compares it, so that it takes nobody back.
 */
export function useAskedPath(): () => string {
  const router = useRouter()
  return () => router.latestLocation.pathname
}
