import { Button, Paper, Stack, TextInput, Title } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { texts } from './texts'

type CodeFormProps = {
  isPending: boolean
  /** `then`: is told whether there is such an item. */
  onCode: (code: string, then: (isFound: boolean) => void) => void
}

/** A code by hand, or by a scanner that types and presses Enter: it writes over a code that was not found. */
export function CodeForm({ isPending, onCode }: CodeFormProps) {
  const [code, setCode] = useState('')
  const [isMissing, setMissing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const text = code.trim()
    setMissing(text === '')
    if (text === '' || isPending) return
    onCode(text, (isFound) => (isFound ? setCode('') : input.current?.select()))
  }
  return (
    <Paper component="section" withBorder p="md" miw={0}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm" align="stretch">
          <Title order={2}>{texts.byHand}</Title>
          <TextInput
            ref={input}
            label={texts.code}
            description={texts.codeHint}
            value={code}
            onChange={({ currentTarget }) => setCode(currentTarget.value)}
            error={isMissing && texts.noCode}
            autoFocus={isWide()}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="search"
          />
          <Button type="submit" variant="default" loading={isPending} style={{ alignSelf: 'start' }}>
            {texts.find}
          </Button>
        </Stack>
      </form>
    </Paper>
  )
}

/** On a telephone, its keyboard would cover the page. */
function isWide(): boolean {
  return window.matchMedia('(min-width: 48em)').matches
}
