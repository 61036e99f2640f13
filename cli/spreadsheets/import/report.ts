import { countOutcomes, type Outcome } from '../../../spreadsheets/import/outcomes'

const shown = 20

/** How many rows of each outcome, and the first rows that are refused. */
export function formatSummary(outcomes: Outcome[], dryRun: boolean): string {
  const refused = outcomes.filter(({ action }) => action === 'refused')
  return [
    `${outcomes.length} rows`,
    ...countOutcomes(outcomes, dryRun).map(({ word, rows }) => `  ${word.padEnd(10)} ${String(rows).padStart(8)}`),
    ...refused.slice(0, shown).map(({ row, problem }) => `line ${row.line}: ${problem?.message}`),
    ...(refused.length > shown ? [`and ${refused.length - shown} more`] : []),
  ].join('\n')
}
