import { Stack, Text } from '@mantine/core'
import type { Item } from '../../../client'
import type { Code } from '../../../input/code'
import { isUndecided } from '../api/errors'
import { useRights } from '../api/queries'
import { Empty } from '../parts/empty'
import { ButtonLink } from '../parts/link'
import { ProblemNotice } from '../parts/problem'
import { GiveCode } from './give-code'
import { Choice } from './item-search'
import { texts } from './texts'
import type { Lookup } from './use-lookup'

/** What became of the code that was read last. The first line is read out. */
export function Outcome({ lookup, onChoose }: { lookup: Lookup; onChoose: (item: Item) => void }) {
  const { variables: code, data: items, error, mutate } = lookup
  return (
    <Stack gap="sm">
      <Text role="status">{describe(lookup)}</Text>
      {error && code !== undefined && <Failed error={error} retry={() => mutate(code)} />}
      {code !== undefined && items?.length === 0 && <NotFound code={code} retry={() => mutate(code)} />}
      {items && items.length > 1 && <Choice items={items} onChoose={onChoose} />}
    </Stack>
  )
}

function describe({ variables, data: items, isPending, error }: Lookup): string {
  if (variables === undefined) return ''
  const code = variables.text
  if (code === '') return texts.noCode
  if (isPending) return texts.looking(code)
  if (error) return texts.failed(code)
  const [item, second] = items ?? []
  if (second) return texts.several(code)
  if (item) return texts.found(code, item.name)
  return items ? texts.none(code) : ''
}

/** What the API refuses for the code, it refuses again. */
function Failed({ error, retry }: { error: Error; retry: () => void }) {
  return <ProblemNotice error={error} {...(isUndecided(error) && { retry })} />
}

function NotFound({ code, retry }: { code: Code; retry: () => void }) {
  const { text, itemId } = code
  const { write } = useRights()
  if (text === '') return null
  if (itemId !== null) return <Empty title={texts.noneOfAddress} />
  if (!write) return <Empty title={texts.noneHint} />
  return (
    <Empty title={texts.noneHint}>
      <ButtonLink variant="filled" to="/items" search={{ create: true, barcode: text }}>
        {texts.create}
      </ButtonLink>
      <GiveCode key={text} code={text} onGiven={retry} />
    </Empty>
  )
}
