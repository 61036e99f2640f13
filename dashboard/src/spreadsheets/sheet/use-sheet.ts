import { useState } from 'react'
import type { Columns } from '../../../../spreadsheets/sheet/find-header'
import type { ReadOptions } from '../../../../spreadsheets/sheet/read-sheet'
import type { Sheet } from '../../../../spreadsheets/sheet/sheet'
import { type ChosenFile, readFile } from './reader'

/** The file that is open, and what it has. */
export type OpenSheet = {
  file: ChosenFile | null
  options: ReadOptions
  sheet: Sheet | null
  isReading: boolean
  error: Error | null
  open: (file: File) => void
  /** Reads it again, in another way. */
  readAs: (options: ReadOptions) => void
  close: () => void
}

const nothing = { file: null, options: {}, sheet: null, isReading: false, error: null }

type State = Pick<OpenSheet, 'file' | 'options' | 'sheet' | 'isReading' | 'error'>

/** `columns`: what the header of the file names. */
export function useSheet(columns: Columns): OpenSheet {
  const [state, setState] = useState<State>(nothing)
  const read = async (file: ChosenFile, options: ReadOptions) => {
    setState({ file, options, sheet: null, isReading: true, error: null })
    const found = await readFile(file, options).catch((error: Error) => error)
    const [sheet, error] = found instanceof Error ? [null, found] : [found, null]
    // Another file may have been chosen meanwhile.
    setState((now) => (now.file === file && now.options === options ? { ...now, sheet, error, isReading: false } : now))
  }
  return {
    ...state,
    open: async (file) => read({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }, { columns }),
    readAs: (options) => state.file && void read(state.file, { ...state.options, ...options }),
    close: () => setState(nothing),
  }
}
