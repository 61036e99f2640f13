import { Button, Group, Text } from '@mantine/core'
import type { Account } from '../../../../client'
import { useQuestion } from '../../api/question'
import { makeLater } from '../../parts/later'
import { Section } from '../../parts/section'
import type { Example } from './example'
import { texts } from './texts'
import { useExample } from './use-example'

const Question = makeLater(async () => (await import('./clear-question')).ClearQuestion)

type Props = { account: Account; example: Example }

/** Says that what is shown is an example, and how it goes. */
export function ClearExample({ account, example }: Props) {
  const { forget } = useExample(account.company.id)
  return (
    <Section title={texts.loaded}>
      <Text>{texts.loadedHint}</Text>
      <Group gap="xs">
        <ClearButton account={account} example={example} />
        <Button variant="default" onClick={forget}>
          {texts.keep}
        </Button>
      </Group>
    </Section>
  )
}

/** The address says whether its question is open. */
export function ClearButton({ account, example }: Props) {
  const { opened = false, show, close } = useQuestion('clear')
  const { forget } = useExample(account.company.id)
  return (
    <>
      <Button variant="default" onClick={() => show(true)}>
        {texts.clear}
      </Button>
      <Question opened={opened} example={example} onClose={close} onCleared={forget} />
    </>
  )
}
