import { Button, Paper, Stack, Text } from '@mantine/core'
import { type DragEvent, useRef, useState } from 'react'
import { texts } from './texts'

/** A place for a file: it is dropped there, or chosen by a button. */
export function FileDrop({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const take = (files: FileList | null) => {
    const [file] = files ?? []
    if (file) onFile(file)
  }
  const over = (event: DragEvent, isIn: boolean) => {
    event.preventDefault()
    setOver(isIn)
  }
  return (
    <Paper
      withBorder
      p="xl"
      style={{ borderStyle: 'dashed' }}
      data-marked={isOver || undefined}
      onDragOver={(event) => over(event, true)}
      onDragLeave={(event) => over(event, false)}
      onDrop={(event) => {
        over(event, false)
        take(event.dataTransfer.files)
      }}
    >
      <Stack align="center" gap="sm">
        <Text fw={600} ta="center">
          {texts.drop}
        </Text>
        <Button variant="default" onClick={() => input.current?.click()}>
          {texts.choose}
        </Button>
        <Text size="sm" ta="center">
          {texts.dropHint}
        </Text>
      </Stack>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,.tsv,.xlsx,.ods"
        aria-label={texts.choose}
        hidden
        onChange={({ currentTarget }) => {
          take(currentTarget.files)
          // The same file may be chosen again, once it is mended.
          currentTarget.value = ''
        }}
      />
    </Paper>
  )
}
