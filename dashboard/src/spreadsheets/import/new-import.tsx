import { Text } from '@mantine/core'
import { FileDrop } from '../sheet/file-drop'
import { SheetOptions } from '../sheet/sheet-options'
import { useSheet } from '../sheet/use-sheet'
import { ReadFile } from './read-file'
import { texts } from './texts'

/** A file is chosen, its columns are mapped, and what would be done is shown. */
export function NewImport({ person }: { person: string }) {
  const open = useSheet()
  const { file, sheet } = open
  return (
    <>
      <Text>{texts.lead}</Text>
      {file === null ? <FileDrop onFile={open.open} /> : <SheetOptions {...open} />}
      {file && sheet && <ReadFile name={file.name} sheet={sheet} person={person} />}
    </>
  )
}
