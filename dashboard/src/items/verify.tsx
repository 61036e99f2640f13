import { Alert, Button, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Verification } from '../../../client'
import { api } from '../api/client'
import { formatNumber } from '../parts/format'
import { ProblemNotice } from '../parts/problem'
import { texts } from './texts'

/** Adds the ledger up, when somebody asks: the service reads all of it for that. */
export function Verify({ id }: { id: string }) {
  const verification = useMutation({ mutationFn: () => api.verifyItem(id) })
  const { data, error, isPending, mutate } = verification
  return (
    <Stack gap="xs" align="start">
      <Button variant="default" size="compact-sm" onClick={() => mutate()} loading={isPending}>
        {texts.verify}
      </Button>
      {error && <ProblemNotice error={error} />}
      <div role="status">{data && <Verified verification={data} />}</div>
    </Stack>
  )
}

function Verified({ verification }: { verification: Verification }) {
  const { consistent, quantity, ledger_total, transactions } = verification
  return (
    <Alert color={consistent ? 'green' : 'red'} title={consistent ? texts.consistent : texts.inconsistent}>
      <Text size="sm">
        {texts.verified(formatNumber(quantity), formatNumber(ledger_total), formatNumber(transactions))}
      </Text>
    </Alert>
  )
}
