import { openLocalTable } from '../../../cli/target'
import { startTableEngine } from '../../../local/table/table-engine'
import type { Stack } from '../../../local/template'
import type { OwnOptions } from '../clocked-service'
import { startTestService } from '../service'
import { readTestStack } from '../stack'
import { patience } from '../table'
import { startFaultyEngine } from './faulty-engine'

type FateOf = Parameters<typeof startFaultyEngine>[1]

/** A service whose calls of DynamoDB meet their fates. Its `rows` are the table without faults. */
export async function startFaultyService(fateOf: FateOf, options: OwnOptions = {}, stack: Stack = readTestStack()) {
  const engine = await startTableEngine(stack, null)
  const proxy = await startFaultyEngine(engine.endpoint, fateOf)
  const service = await startTestService(stack, { ...options, engine: proxy.endpoint })
  const rows = { ...openLocalTable(engine.table, engine.endpoint, patience), now: service.now }
  const stop = async () => {
    await service.stop()
    await proxy.stop()
    rows.db.destroy()
    await engine.stop()
  }
  return { ...service, rows, isQuiet: proxy.isQuiet, stop }
}
