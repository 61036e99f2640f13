import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Account } from '../../../../client'
import { listItems } from '../../api/queries'
import { formatNumber } from '../../parts/format'
import { ButtonLink } from '../../parts/link'
import { Section } from '../../parts/section'
import { ClearExample } from '../example/clear-example'
import { isLoaded } from '../example/example'
import { LoadExample } from '../example/load-example'
import { useExample } from '../example/use-example'
import { placeOf } from '../kept'
import { type FirstHour, isBeginning, isEmptyCompany, listSteps, type Step, type StepName, toggleStep } from './steps'
import { texts } from './texts'

/** `onLed` is told whether there is nothing else to show yet. */
type Props = { account: Account; onLed: (isLed: boolean) => void }

/** Leads somebody who may write through an empty company, until the list is hidden. */
export default function FirstHourOf({ account, onLed }: Props) {
  const { firstHour, isEmpty, isHidden } = useFirstHour(account)
  const isLed = isEmpty && !isHidden
  useEffect(() => {
    onLed(isLed)
  }, [isLed, onLed])
  const { example } = useExample(account.company.id)
  if (example && isLoaded(example))
    return (
      <>
        {firstHour && !isHidden && <Steps account={account} exampleItems={example.itemIds?.length ?? 0} />}
        <ClearExample account={account} example={example} />
      </>
    )
  return (
    <>
      {firstHour && !isHidden && <Steps account={account} exampleItems={0} />}
      {(example !== null || isLed) && <LoadExample account={account} />}
    </>
  )
}

function Steps({ account, exampleItems }: { account: Account; exampleItems: number }) {
  const { firstHour, setFirstHour } = useFirstHour(account)
  const reorderPoints = useQuery(listItems({ has_reorder_point: true, limit: 1 })).data?.pagination.total ?? 0
  if (!firstHour) return null
  const steps = listSteps(account, firstHour, { exampleItems, reorderPoints })
  const done = steps.filter(({ isDone }) => isDone)
  return (
    <Section title={texts.title}>
      <Text size="sm">{texts.done(formatNumber(done.length), formatNumber(steps.length))}</Text>
      {steps.map((step) => (
        <StepRow key={step.name} of={step} onToggle={() => setFirstHour(toggleStep(firstHour, step.name))} />
      ))}
      <Group>
        <Button variant="default" size="xs" onClick={() => setFirstHour({ ...firstHour, hidden: true })}>
          {texts.hide}
        </Button>
      </Group>
    </Section>
  )
}

function StepRow({ of: { name, isDone, isKnown }, onToggle }: { of: Step; onToggle: () => void }) {
  const { title, hint } = texts.steps[name]
  return (
    <Stack gap={6}>
      <Checkbox label={title} description={hint} checked={isDone} disabled={isKnown} onChange={onToggle} />
      {!isDone && (
        <Group gap="xs" pl={32}>
          <StepLinks name={name} />
        </Group>
      )}
    </Stack>
  )
}

const links = {
  items: [
    { to: '/items/import', label: texts.importItems },
    { to: '/items', search: { create: true }, label: texts.newItem },
  ],
  reorder: [{ to: '/items', search: { no_reorder_point: true }, label: texts.openItems }],
  invite: [{ to: '/settings/people', search: { open: 'new' }, label: texts.invite }],
  connect: [
    { to: '/settings/keys', search: { open: 'new' }, label: texts.newKey },
    { to: '/settings/webhooks', search: { open: 'new' }, label: texts.newWebhook },
  ],
} as const

/** Where a step is done. */
function StepLinks({ name }: { name: StepName }) {
  return links[name].map(({ label, ...place }) => (
    <ButtonLink key={label} size="compact-sm" {...place}>
      {label}
    </ButtonLink>
  ))
}

/** Begins where the company does. Another company is not led: it is null there. */
function useFirstHour(account: Account) {
  const { company, totals } = account
  const isEmpty = isEmptyCompany(totals)
  const begins = isBeginning(account, Date.now())
  const [firstHour, setFirstHour] = useLocalStorage<FirstHour | null>({
    key: placeOf('first hour', company.id),
    defaultValue: null,
    getInitialValueInEffect: false,
  })
  useEffect(() => {
    if (begins && firstHour === null) setFirstHour({ ticked: [], hidden: false })
  }, [begins, firstHour, setFirstHour])
  return { firstHour, setFirstHour, isEmpty, isHidden: firstHour?.hidden === true }
}
