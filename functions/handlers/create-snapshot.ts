import type { Snapshot } from '../domain/snapshot'
import { handleChange } from '../http/handle'
import { routes } from '../routes'
import { takeSnapshot } from '../store/snapshots/take-snapshot'

export const handler = handleChange(
  routes['create-snapshot'],
  async ({ table, caller, body, keep }) => {
    const { snapshot } = await takeSnapshot(table, caller, { name: body.name, type: 'manual' }, keep)
    return snapshot
  },
  (snapshot: Snapshot) => ({ body: snapshot }),
)
