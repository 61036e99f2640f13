import { Button, type ButtonProps, Group } from '@mantine/core'

type RowButtonProps = ButtonProps & { name: string; onClick: () => void; 'aria-expanded'?: boolean }

/** A small button in a row or a card. `name` tells it from those of other rows, where it is read out. */
export function RowButton({ name, ...button }: RowButtonProps) {
  return <Button flex="none" size="compact-sm" variant="default" aria-label={name} {...button} />
}

/** What can be done with a row. */
export function RowButtons({ of }: { of: { text: string; name: string; onClick: () => void }[] }) {
  return (
    <Group gap={4} wrap="nowrap">
      {of.map(({ text, ...button }) => (
        <RowButton key={text} {...button}>
          {text}
        </RowButton>
      ))}
    </Group>
  )
}
