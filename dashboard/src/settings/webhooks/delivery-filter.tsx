import { Button, Group, NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Delivery } from '../../../../client'
import { deliveryStatuses } from '../search'
import { texts } from './texts'

type Status = Delivery['status']
type Props = {
  status: Status | undefined
  onStatus: (status: Status | undefined) => void
  webhookId: string
  isReading: boolean
}

/** Which deliveries are listed, and a button that reads them again. */
export function DeliveryFilter({ status, onStatus, webhookId, isReading }: Props) {
  const queries = useQueryClient()
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: ['deliveries', webhookId] })
    void queries.invalidateQueries({ queryKey: ['webhook', webhookId] }) // an answer can disable it
  }
  return (
    <Group align="end" gap="sm">
      <NativeSelect
        label={texts.status}
        value={status ?? ''}
        onChange={({ currentTarget: { value } }) => onStatus(deliveryStatuses.find((each) => each === value))}
        data={[
          { value: '', label: texts.allStatuses },
          ...deliveryStatuses.map((value) => ({ value, label: texts.deliveryStatuses[value] })),
        ]}
      />
      <Button variant="default" onClick={refresh} loading={isReading}>
        {texts.refresh}
      </Button>
    </Group>
  )
}
