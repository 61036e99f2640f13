import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { type ReactNode, useRef } from 'react'
import { texts } from './texts'

type SecretProps = {
  /** Null closes the dialog. */
  secret: string | null
  onClose: () => void
  title: string
  /** What the secret is for, and what to do with it. */
  children?: ReactNode
}

/** Shows a secret once. Only its own button closes it: a slip of the mouse must not lose what is not shown again. */
export function Secret({ secret, onClose, title, children }: SecretProps) {
  return (
    <Modal
      opened={secret !== null}
      onClose={onClose}
      title={title}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack>
        <Text>{texts.shownOnce}</Text>
        <Copied text={secret ?? ''} label={texts.secret} />
        {children}
        <Group justify="end">
          <Button variant="default" onClick={onClose}>
            {texts.kept}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** A text with a button that copies it. Where the browser refuses that, the text is selected instead. */
export function Copied({ text, label }: { text: string; label: string }) {
  const place = useRef<HTMLElement>(null)
  const { copy, copied, error } = useClipboard({ timeout: 3_000 })
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Text size="sm" fw={600} flex={1}>
          {label}
        </Text>
        <Text size="sm" role="status">
          {error ? texts.copyFailed : copied ? texts.copied : ''}
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={texts.copyOf(label)}
          onClick={() => {
            if (place.current) getSelection()?.selectAllChildren(place.current)
            copy(text)
          }}
        >
          {texts.copy}
        </Button>
      </Group>
      <Code block ref={place} className="as-typed">
        {text}
      </Code>
    </Stack>
  )
}
