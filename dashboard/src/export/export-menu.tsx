import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ListName, ListQueries } from '../../../spreadsheets/export/lists'
import { FormModal } from '../parts/form-drawer'
import { ExportForm } from './export-form'
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
