import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Delivery, DeliveryList } from '../../../../client'

/** How long is waited before each time that the list is read again, in milliseconds. */
const pausesMs = [1_000, 2_000, 4_000, 8_000, 15_000]

/**
 * Reads the deliveries of a webhook again until that one is not pending any more, at most five times. Then the webhook,
 * too: an answer can disable it.
 */
export function useWatch(webhookId: string): (delivery: Delivery) => void {
  const queries = useQueryClient()
  const [watched, setWatched] = useState<string | null>(null)
  useEffect(() => {
    if (watched === null) return
    let isLeft = false
    const read = async () => {
      for (const pause of pausesMs) {
        await new Promise((resolve) => setTimeout(resolve, pause))
        if (isLeft) return
        await queries.invalidateQueries({ queryKey: ['deliveries', webhookId] })
        if (isDecided(queries, webhookId, watched)) break
      }
      if (!isLeft) await queries.invalidateQueries({ queryKey: ['webhook', webhookId] })
    }
    void read()
    return () => {
      isLeft = true
    }
  }, [queries, webhookId, watched])
  return ({ id }) => setWatched(id)
}

function isDecided(queries: QueryClient, webhookId: string, deliveryId: string): boolean {
  const lists = queries.getQueriesData<DeliveryList>({ queryKey: ['deliveries', webhookId] })
  const found = lists.flatMap(([, list]) => list?.data.filter(({ id }) => id === deliveryId) ?? [])
  return found.length > 0 && found.every(({ status }) => status !== 'pending')
}
