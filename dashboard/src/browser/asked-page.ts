import { useRouter } from '@tanstack/react-router'

/**
 * Remembers the page that is asked for, and returns whether it still is: not where another one has been asked for
 * since, also while its code is on its way. What waits asks before it navigates, so that it takes nobody back.
 */
export function useAskedPage(): () => () => boolean {
  const router = useRouter()
  const getPath = () => router.latestLocation.pathname
  return () => {
    const asked = getPath()
    return () => getPath() === asked
  }
}
