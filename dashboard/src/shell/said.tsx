import { Alert } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { said } from '../browser/said'
import { texts } from './texts'

/** How long it stays, in milliseconds. */
const shownMs = 8_000

/** What was done last, at the foot of the window, wherever the page is. It is read out, and goes by itself. */
export function Said() {
  useLocation() // another page says nothing of it
  const last = said.use()
  const text = last.at === location.pathname ? last.text : ''
  useEffect(() => {
    if (last.text === '') return
    const timer = setTimeout(forget, shownMs)
    return () => clearTimeout(timer)
  }, [last])
  return (
    <div role="status" className="said">
      {text !== '' && (
        <Alert
          color="green"
          variant="filled"
          autoContrast
          withCloseButton
          onClose={forget}
          closeButtonLabel={texts.close}
          title={text}
        />
      )}
    </div>
  )
}

function forget(): void {
  said.set({ text: '', at: '' })
}
