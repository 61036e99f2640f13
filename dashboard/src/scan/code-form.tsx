import { Button, Group, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { type Code, readCode } from '../../../input/code'
import { firstField } from '../parts/first-field'
import { texts } from './texts'

type CodeFormProps = {
  isPending: boolean
  /** Resolves to false where no item has the code. */
  onCode: (code: Code) => Promise<boolean>
}

/** A code by hand, or by a scanner that types and presses Enter: it writes over a code that was not found. */
export function CodeForm({ isPending, onCode }: CodeFormProps) {
  const [code, setCode] = useState('')
  const [isMissing, setMissing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = readCode(code)
    setMissing(read.text === '')
    if (read.text === '' || isPending) return
    void onCode(read).then((isFound) => (isFound ? setCode('') : input.current?.select()))
  }
  return (
    <form onSubmit={submit} noValidate>
      <Group gap="xs" align="end">
        <TextInput
          flex={1}
          ref={input}
          label={texts.code}
          description={texts.codeHint}
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
          error={isMissing && texts.noCode}
          {...firstField}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
        />
        <Button type="submit" variant="default" loading={isPending}>
          {texts.find}
        </Button>
      </Group>
    </form>
  )
}
