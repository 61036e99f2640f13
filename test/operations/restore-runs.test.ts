import { PutCommand } from '@aws-sdk/lib-dynamodb'
import fc from 'fast-check'
import { ulid } from 'ulid'
import type { Restore } from '../../functions/domain/snapshots/restore'
import { answerOnce } from '../../functions/operations/run-change'
import { diffSnapshot } from '../../functions/operations/snapshots/diff-snapshot'
import { followRestore, getRestore } from '../../functions/operations/snapshots/read-restores'
import { runRestore } from '../../functions/operations/snapshots/run-restore'
import { startRestore } from '../../functions/operations/snapshots/start-restore'
import { findLock, isHeld } from '../../functions/store/snapshots/restore-lock'
import { readRestoreRows } from '../../functions/store/snapshots/restore-row'
import type { Table } from '../../functions/store/table/table'
import { afterSends, beforeSends, interceptSends, makeDyingTable } from '../support/dying'
import { forkCompany, readRowsOfCompany } from '../support/fork'
import { rehearse } from '../support/rehearse'
import {
  beginRestore,
  begins,
  endsSlice,
  openChangedShop,
  over,
  readState,
  restore,
  takeManually,
  whole,
} from '../support/restores'
import { chooseSeed } from '../support/seed'
import { makeContext, renderJson } from '../support/shop'
import { makeCaller, noon, useTable } from '../support/table'

// Runs of a restore that die, or that there are several of.

const engine = useTable()
const { table } = engine

const everything = { limit: 100, offset: 0 }

rehearse('the worker, killed at any of its calls and run again, ends as one that was not disturbed', async () => {
  const { shop, restore: begins } = await beginRestore(table)
  const companyId = shop.companyId
  const rows = await readRowsOfCompany(table, companyId)
  const another = async () => {
    const id = `cmp_${ulid()}`
    await forkCompany(table, rows, { from: companyId, to: id })
    return makeContext(table, makeCaller(id))
  }
  let slices = 0
  const counted = beforeSends(table, (command) => {
    if (endsSlice(command)) slices += 1
  })
  await runRestore(counted, companyId, begins.id)
  expect(slices).toBeGreaterThan(4)
  const ended = await getRestore(shop.context, begins.id)
  expect(ended).toMatchObject({ status: 'completed', done: 38, total: 38, conflicts: [] })
  const expected = await readState(table, companyId)
  expect(expected).toHaveLength(66)
  expect(expected.filter((state) => state.consistent === false)).toEqual([])
  const checkedAfter = async (...deaths: Table[]) => {
    const context = await another()
    const { companyId } = context.caller
    for (const dying of deaths) await runRestore(dying, companyId, begins.id).catch(() => {})
    const [last, twin] = await Promise.all([
      runRestore(table, companyId, begins.id),
      runRestore(table, companyId, begins.id),
    ])
    expect([last.restore.status, twin.restore.status]).toEqual(['completed', 'completed'])
    expect([last, twin].filter(({ endedHere }) => endedHere).length).toBeLessThanOrEqual(1)
    expect(await readState(table, companyId)).toEqual(expected)
    expect(await getRestore(context, begins.id)).toMatchObject({ done: 38, total: 38, conflicts: [] })
  }
  for (let slice = 1; slice <= slices; slice++) {
    for (const arrives of [false, true])
      await checkedAfter(makeDyingTable(table, slice, { counts: endsSlice, arrives }))
  }
  const moment = fc.record({ nth: fc.integer({ min: 1, max: 110 }), arrives: fc.boolean() })
  const property = fc.asyncProperty(fc.array(moment, { minLength: 1, maxLength: 3 }), (moments) =>
    checkedAfter(...moments.map(({ nth, arrives }) => makeDyingTable(table, nth, { arrives }))),
  )
  await fc.assert(property, { seed: chooseSeed(), numRuns: 12, endOnFailure: true })
})

rehearse(
  'one restore at a time: another is refused, and one without a sign of life for 15 minutes has failed',
  async () => {
    const { shop, restore: first } = await beginRestore(table)
    const snapshot = await takeManually(shop)
    const again = () => restore(shop, snapshot)
    engine.setTime(noon + 15 * 60_000 - 1)
    await expect(again()).rejects.toMatchObject({ code: 'invalid_state', message: expect.stringContaining(first.id) })
    engine.setTime(noon + 15 * 60_000)
    expect(await getRestore(shop.context, first.id)).toMatchObject({ status: 'failed' })
    expect(await again()).toMatchObject({ status: 'completed' })
    expect((await runRestore(table, shop.companyId, first.id)).restore).toMatchObject({ status: 'failed' })
    const { summary } = await diffSnapshot(shop.context, snapshot.id, everything)
    expect(summary).toMatchObject({ created: 0, updated: 0, trashed: 0 })
  },
)

rehearse('killed before it begins, at any of its calls, a restore is in nobody’s way', async () => {
  const { shop, snapshot } = await openChangedShop(table)
  for (let calls = 1, begun = false; !begun; calls++) {
    const dying = interceptSends(table, async (send, command) => {
      begun ||= begins(command)
      if (begun || --left < 0) throw new Error('killed')
      return send(command)
    })
    let left = calls
    await expect(restore(over(shop, dying), snapshot)).rejects.toThrow('killed')
    expect(isHeld(await findLock(table, shop.companyId), table.now())).toBe(false)
  }
  expect(await restore(shop, snapshot)).toMatchObject({ status: 'completed' })
})

rehearse('a restore does not begin where another one has begun since it was planned, and ended', async () => {
  const { shop, snapshot } = await openChangedShop(table)
  const others: Restore[] = []
  const late = beforeSends(table, async (command) => {
    if (begins(command) && others.length === 0) others.push(await restore(shop, snapshot))
  })
  const refused = { code: 'invalid_state', message: expect.stringContaining('meanwhile') }
  await expect(restore(over(shop, late), snapshot)).rejects.toMatchObject(refused)
  expect(await readRestoreRows(table, shop.companyId)).toMatchObject([{ id: others[0]?.id, status: 'completed' }])
})

rehearse(
  'a restore whose beginning was committed, though no answer came, keeps its lock, and a worker continues it',
  async () => {
    const { shop, snapshot } = await openChangedShop(table)
    const asked: string[] = []
    const requestRestore = async (_: string, id: string) => void asked.push(id)
    Object.assign(shop.context.workers, { requestRestore })
    const losing = afterSends(table, (command) => {
      if (begins(command)) throw new Error('the answer is lost')
    })
    await expect(restore(over(shop, losing), snapshot)).rejects.toThrow('the answer is lost')
    const [begun] = await readRestoreRows(table, shop.companyId)
    if (!begun) throw new Error('it has begun')
    expect(asked).toEqual([begun.id])
    await expect(restore(shop, snapshot)).rejects.toMatchObject({ message: expect.stringContaining(begun.id) })
    expect((await runRestore(table, shop.companyId, begun.id)).restore).toMatchObject({ status: 'completed' })
  },
)

test('a restore counts as failed from the moment on at which another one may take its lock', async () => {
  const { shop, snapshot } = await openChangedShop(table)
  let begun = false
  const slow = interceptSends(table, async (send, command) => {
    if (begun) throw new Error('killed')
    const answer = await send(command)
    if (command instanceof PutCommand && String(command.input.Item?.pk).startsWith('CHUNK#'))
      engine.setTime(noon + 20_000) // the copy of the present takes a while
    begun = begins(command)
    return answer
  })
  const { id } = await restore(over(shop, slow), snapshot)
  for (const [early, isOver] of [[1, false] as const, [0, true] as const]) {
    engine.setTime(noon + 20_000 + 15 * 60_000 - early)
    expect(isHeld(await findLock(table, shop.companyId), table.now())).toBe(!isOver)
    expect(await getRestore(shop.context, id)).toMatchObject({ status: isOver ? 'failed' : 'running' })
  }
})

test('a stalled restore is handed to a worker once, however many ask for it; again if that has died, too', async () => {
  const { shop, restore: begins } = await beginRestore(table)
  let started = 0
  const requestRestore = async () => {
    started += 1
  }
  const poll = async () => {
    const workers = { ...shop.context.workers, requestRestore }
    await Promise.all(Array.from({ length: 5 }, () => followRestore({ ...shop.context, workers }, begins.id)))
    return started
  }
  const expectStarted = async (expected: Record<number, number>) => {
    for (const [seconds, count] of Object.entries(expected)) {
      engine.setTime(noon + Number(seconds) * 1_000)
      expect([seconds, await poll()]).toEqual([seconds, count])
    }
  }
  await expectStarted({ 59: 0, 60: 1, 61: 1, 119: 1, 120: 2, 179: 2 })
  // A sign of life: it has stalled a minute after that.
  await expect(runRestore(makeDyingTable(table, 2, { counts: endsSlice }), shop.companyId, begins.id)).rejects.toThrow()
  await expectStarted({ 238: 2, 239: 3, [20 * 60]: 3 }) // in the end, it has failed
})

rehearse('a restore that another run has ended is answered by the record, as its retry is', async () => {
  const { shop, snapshot } = await openChangedShop(table)
  const context = { ...shop.context, idempotency: { key: 'restore', fingerprint: 'f', row: null } }
  const render = (state: Restore) => renderJson(state.status)
  // Just before this run's last write, another one ends the restore.
  let other = false
  const racing = beforeSends(table, async ({ input }) => {
    if (other || !JSON.stringify(input).includes('"completed"')) return
    other = true
    const id = /"id":"(rst_\w+)"/.exec(JSON.stringify(input))?.[1] ?? ''
    await runRestore(table, shop.companyId, id)
  })
  const request = (on: Table) =>
    answerOnce({ ...context, table: on }, async () => {
      const { restore: state, recorded } = await startRestore({ ...context, table: on }, snapshot.id, whole, render)
      return { answer: render(state), committed: recorded }
    })
  const first = await request(racing)
  expect(other).toBe(true)
  expect(first).toMatchObject({ answer: { body: '"running"' }, replayed: true })
  expect(await request(table)).toEqual(first)
})

test('a restore that fails within the request goes on in a worker, and says why', async () => {
  const { shop, snapshot } = await openChangedShop(table)
  const requested: string[] = []
  const workers = { ...shop.context.workers, requestRestore: async (_: string, id: string) => void requested.push(id) }
  let ends = 0
  const failing = beforeSends(table, (command) => {
    // The first of them is the beginning.
    if (endsSlice(command) && ++ends === 2) throw new Error('lost')
  })
  const { restore, failures } = await startRestore(
    { ...shop.context, table: failing, workers },
    snapshot.id,
    whole,
    renderJson,
  )
  expect([restore.status, failures.map(String)]).toEqual(['running', ['Error: lost']])
  expect(requested).toEqual([restore.id])
})
