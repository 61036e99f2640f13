import { separators } from '../../spreadsheets/sheet/read-csv'
import { type Options, parseChoice } from '../command-line'

/** That of `--separator`, where `tab` is a tab. Null where it is not given. */
export function readSeparator({ separator }: Options): string | null {
  if (separator === undefined) return null
  return separator === 'tab' ? '\t' : parseChoice('separator', separator, separators)
}
