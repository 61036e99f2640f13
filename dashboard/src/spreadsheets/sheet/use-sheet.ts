import { useMutation } from '@tanstack/react-query'
import type { Columns } from '../../../../spreadsheets/sheet/find-header'
import type { ReadOptions } from '../../../../spreadsheets/sheet/read-sheet'
import { type ChosenFile, readFile } from './reader'

/** The file that is open, and what it has. */
export type OpenSheet = ReturnType<typeof useSheet>

/** `columns`: what the header of the file names. Of two files that are read, the one chosen last is shown. */
export function useSheet(columns: Columns) {
  const { variables, data, isPending, error, mutate, reset } = useMutation({
    mutationFn: ({ file, options }: { file: ChosenFile; options: ReadOptions }) => readFile(file, options),
    gcTime: 0,
  })
  return {
    file: variables?.file ?? null,
    options: variables?.options ?? {},
    sheet: data ?? null,
    isReading: isPending,
    error,
    open: async (file: File) => {
      mutate({ file: { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }, options: { columns } })
    },
    /** Reads it again, in another way. */
    readAs: (options: ReadOptions) =>
      variables && mutate({ file: variables.file, options: { ...variables.options, ...options } }),
    close: reset,
  }
}
