import { Alert } from '@mantine/core'
import { useEffect } from 'react'
import { texts } from './texts'

/** How long it stays, in milliseconds. */
const shownMs = 8_000

type SaidProps = { text: string; onClose: () => void }

/** What was done last. It is read out, and goes by itself. */
export function Said({ text, onClose }: SaidProps) {
  useEffect(() => {
    const timer = setTimeout(onClose, shownMs)
    return () => clearTimeout(timer)
  })
  return (
    <div role="status">
      {text !== '' && (
        <Alert color="green" mb="md" withCloseButton onClose={onClose} closeButtonLabel={texts.close} title={text} />
      )}
    </div>
  )
}
