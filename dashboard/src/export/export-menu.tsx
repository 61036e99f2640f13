import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ListName, ListQueries } from '../../../spreadsheets/export/lists'
import type { FileKind } from '../../../spreadsheets/file/table'
import { FormModal } from '../parts/form-drawer'
import { formatNumber } from '../parts/format'
import { ProblemNotice } from '../parts/problem'
import type { AskedList } from './save-list'
import { texts } from './texts'

type ExportMenuProps<Name extends ListName> = { list: Name; query: ListQueries[Name] }

/** Saves a list as a file, with the filters of its page: `query` is what the page asks for. */
export function ExportMenu<Name extends ListName>({ list, query }: ExportMenuProps<Name>) {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button variant="default" onClick={open}>
        {texts.export}
      </Button>
      <FormModal opened={opened} onClose={close} title={texts.title(list)}>
        <ExportForm list={{ name: list, query }} />
      </FormModal>
    </>
  )
}

/** Chooses the kind of file, and shows how far it is. It ends when it is closed. */
function ExportForm<Name extends ListName>({ list }: { list: AskedList<Name> }) {
  const { saving, progress, stop } = useSaving(list)
  const { data: name, error, isPending, variables } = saving
  if (isPending) return <Saving progress={progress} onStop={stop} />
  return (
    <Stack>
      {error && variables && <ProblemNotice error={error} retry={() => saving.mutate(variables)} />}
      <Text role="status">{name && texts.done(name)}</Text>
      <Text>{texts.hint}</Text>
      <Group gap="xs">
        {(['csv', 'xlsx'] as const).map((kind) => (
          <Button key={kind} variant="default" onClick={() => saving.mutate(kind)}>
            {texts.kinds[kind]}
          </Button>
        ))}
      </Group>
      <Text size="sm">{texts.kindsHint}</Text>
    </Stack>
  )
}

type Rows = { done: number; total: number }

function useSaving<Name extends ListName>(list: AskedList<Name>) {
  const [progress, setProgress] = useState<Rows | null>(null)
  const controller = useRef<AbortController | null>(null)
  useEffect(() => () => controller.current?.abort(), [])
  const saving = useMutation({
    mutationFn: async (kind: FileKind) => {
      setProgress(null)
      controller.current = new AbortController()
      const { signal } = controller.current
      // What writes files is loaded when the first one is wanted.
      const { saveList } = await import('./save-list')
      return saveList(list, { kind, signal, report: (done, total) => setProgress({ done, total }) })
    },
  })
  const stop = () => {
    controller.current?.abort()
    saving.reset()
  }
  return { saving, progress, stop }
}

function Saving({ progress, onStop }: { progress: Rows | null; onStop: () => void }) {
  const { done, total } = progress ?? { done: 0, total: 0 }
  return (
    <Stack>
      <Progress value={total === 0 ? 0 : (100 * done) / total} aria-label={texts.progress} />
      <Text>{progress ? texts.read(formatNumber(done), formatNumber(total)) : texts.beginning}</Text>
      <Button variant="default" onClick={onStop} className="start">
        {texts.stop}
      </Button>
    </Stack>
  )
}
