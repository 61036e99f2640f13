import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { texts } from './texts'

/** Asks before what is not sent is forgotten. */
export function SignOutQuestion(props: { opened: boolean; onClose: () => void; onYes: () => void }) {
  const { opened, onClose, onYes } = props
  return (
    <Modal opened={opened} onClose={onClose} title={texts.askSignOut}>
      <Stack>
        <Text>{texts.signOutHint}</Text>
        <Group justify="end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {texts.cancel}
          </Button>
          <Button color="red" onClick={onYes}>
            {texts.signOutAndForget}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
