import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Item } from '../../../client'
import type { SendOptions } from '../api/change'
import { api } from '../api/client'
import { hasCode, isUndecided } from '../api/errors'
import { itemQueries } from '../api/queries'
import { sendOnce } from '../api/send-once'
import { say } from '../browser/said'
import { type Refused, sayRefused, sortResults } from './refused'
import { texts } from './texts'

/**
 * Moves items to the trash. Nothing is asked: a notice offers to bring them back. `onDone` is told which were refused;
 * without it, a notice says so.
 */
export function useTrash(onDone: (refused: Refused[]) => void = sayRefused) {
  const restore = useRestore()
  const tell = ({ done, refused }: ReturnType<typeof sortResults>) => {
    onDone(refused)
    if (done.length > 0) say(texts.trashed(done), { act: () => restore(done) })
  }
  return useMutation({
    mutationFn: (items: Item[]) =>
      sendOnce({
        stale: itemQueries,
        send: (options) => api.createItems({ items: items.map(({ id }) => ({ id, deleted: true })) }, options),
        tell: (answer) => tell(sortResults(items, answer)),
      }),
  })
}

/** Brings them back. Where another item has the SKU of one by now, the trash asks for a new one. */
function useRestore() {
  const navigate = useNavigate()
  const renew = (id: string) => ({
    label: texts.newSku,
    act: () => navigate({ to: '/trash', search: { restore: id } }),
  })
  return (items: Item[]) => {
    let refused: string | undefined
    const send = async (options: SendOptions) => {
      const failures: unknown[] = []
      for (const item of items)
        await restoreItem(item, options).catch((error: unknown) => {
          if (isUndecided(error)) throw error
          if (hasCode(error, 'sku_already_exists')) refused ??= item.id
          failures.push(error)
        })
      if (failures.length > 0) throw failures[0]
    }
    return sendOnce({
      stale: itemQueries,
      send,
      tell: () => say(texts.restored(items)),
      help: () => (refused === undefined ? undefined : renew(refused)),
    })
  }
}

/** One request for each: sent again after a failure, each has one effect. */
function restoreItem({ id }: Item, { idempotencyKey, signal }: SendOptions) {
  return api.restoreItem(id, {}, { idempotencyKey: `${idempotencyKey} ${id}`, signal })
}
