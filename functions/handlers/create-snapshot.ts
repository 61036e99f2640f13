import { handleWork } from '../http/handle'
import { takeSnapshot } from '../operations/snapshots/take-snapshot'
import { routes } from '../routes/snapshots'

export const handler = handleWork(routes['create-snapshot'], async ({ context, body }, render) => {
  const request = { name: body.name, type: 'manual' } as const
  const { snapshot } = await takeSnapshot(context, request, (taken) => render({ body: taken }))
  return { reply: { body: snapshot }, committed: true }
})
