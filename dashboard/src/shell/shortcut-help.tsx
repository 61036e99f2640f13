import { Kbd, Modal, Table } from '@mantine/core'
import { pages } from './pages'
import { texts } from './texts'

const ofPages = pages.flatMap(({ key, label }) => (key === null ? [] : [[`g ${key}`, label]]))
const shown = [...texts.shortcutsOf.slice(0, 2), ...ofPages, ...texts.shortcutsOf.slice(2)]

/** Lists the keys. */
export function ShortcutHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title={texts.shortcuts}>
      <Table>
        <Table.Tbody>
          {shown.map(([keys, what]) => (
            <Table.Tr key={keys}>
              <Table.Td>
                <Kbd>{keys}</Kbd>
              </Table.Td>
              <Table.Td>{what}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  )
}
