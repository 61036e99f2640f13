import type { Snapshot } from '../../../client'
import { formatTime } from '../parts/format'
import { texts } from './texts'

export function nameSnapshot({ name, created_at }: Pick<Snapshot, 'name' | 'created_at'>): string {
  return name ?? texts.unnamed(formatTime(created_at))
}
