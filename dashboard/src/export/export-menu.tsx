import { Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ListName, ListQueries } from '../../../spreadsheets/export/lists'
import type { FileKind } from '../../../spreadsheets/file/table'
import { FormModal } from '../parts/form-drawer'
import { formatNumber } from '../parts/format'
import { HowFar, useLongWork } from '../parts/long-work'
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
  const saving = useLongWork(async (kind: FileKind, options) => {
    // What writes files is loaded when the first one is wanted.
    const { saveList } = await import('./save-list')
    return saveList(list, { kind, ...options })
  })
  const { data: name, error, isPending, variables, progress } = saving
  const stop = () => {
    saving.stop()
    saving.reset()
  }
  if (isPending)
    return (
      <Stack>
        <HowFar progress={progress} label={texts.progress} onStop={stop}>
          <Text>
            {progress ? texts.read(formatNumber(progress.done), formatNumber(progress.total)) : texts.beginning}
          </Text>
        </HowFar>
      </Stack>
    )
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
