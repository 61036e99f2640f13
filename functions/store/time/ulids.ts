import { ulid } from 'ulid'

/** `at` is in epoch milliseconds. */
export function makeUlid(at: number): string {
  return ulid(at)
}
