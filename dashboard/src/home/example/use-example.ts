import { useLocalStorage } from '@mantine/hooks'
import { placeOf } from '../kept'
import type { Example } from './example'

/** The example that this browser has loaded into the company, or null. */
export function useExample(companyId: string) {
  const [example, setExample] = useLocalStorage<Example | null>({
    key: placeOf('example', companyId),
    defaultValue: null,
    getInitialValueInEffect: false,
  })
  return { example, setExample, forget: () => setExample(null) }
}
