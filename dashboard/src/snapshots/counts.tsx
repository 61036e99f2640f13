import type { RestoreCounts } from '../../../client'
import { Figures } from '../parts/figures'

const names = ['created', 'updated', 'trashed', 'unchanged'] as const

/** How many items a restore brings back, changes, moves to the trash, and leaves. */
export function Counts({ counts, labels }: { counts: RestoreCounts; labels: Record<keyof RestoreCounts, string> }) {
  return <Figures of={names.map((name) => ({ word: labels[name], rows: counts[name] }))} />
}
