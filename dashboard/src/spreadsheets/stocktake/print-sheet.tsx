import './print.css'
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { FilterInput } from '../../parts/filter-input'
import { formatNumber } from '../../parts/format'
import { ProblemNotice } from '../../parts/problem'
import { Printed } from './printed'
import type { StocktakeSearch } from './search'
import { texts } from './texts'
import { usePrintRows } from './use-print-rows'

/** The list of what to count, on paper. */
export function PrintSheet() {
  const search = useSearch({ from: '/stocktake' })
  const navigate = useNavigate({ from: '/stocktake' })
  const [withExpected, setWithExpected] = useState(false)
  const { data, error, isPending, progress, mutate, reset } = usePrintRows(search)
  const filter = (changed: StocktakeSearch) => {
    reset()
    void navigate({ search: (kept) => ({ ...kept, ...changed }), replace: true })
  }
  return (
    <>
      <Stack className="screen">
        <Text>{texts.printLead}</Text>
        <Group gap="sm">
          <FilterInput
            label={texts.location}
            type="text"
            value={search.location ?? ''}
            onValue={(location) => filter({ location })}
          />
          <FilterInput
            label={texts.search}
            type="search"
            placeholder={texts.searchHint}
            value={search.search ?? ''}
            onValue={(text) => filter({ search: text })}
          />
        </Group>
        <Checkbox
          label={texts.withExpected}
          description={texts.withExpectedHint}
          checked={withExpected}
          onChange={({ currentTarget }) => setWithExpected(currentTarget.checked)}
        />
        {error && <ProblemNotice error={error} />}
        <Group gap="sm">
          <Button variant={data ? 'default' : 'filled'} onClick={() => mutate()} loading={isPending}>
            {texts.load}
          </Button>
          <Text size="sm" role="status">
            {isPending && progress && texts.loading(formatNumber(progress.done), formatNumber(progress.total))}
          </Text>
        </Group>
      </Stack>
      {data && <Printed rows={data} withExpected={withExpected} />}
    </>
  )
}
