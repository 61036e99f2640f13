import { DeleteCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { setSuspended } from '../../admin/companies/companies'
import { setErasing } from '../../admin/companies/erase-company'
import { runCompanyJob } from '../../functions/operations/companies/company-jobs'
import { readRunningJobs } from '../../functions/store/companies/job-row'
import { keys, toTtl } from '../../functions/store/table/schema'
import { jobTimeoutMs } from '../../functions/store/time/timing'
import { afterSends, beforeSends, makeDyingTable } from '../support/dying'
import { readRowsOfCompany } from '../support/fork'
import { makeGate } from '../support/gate'
import { openShop } from '../support/shop'
import { noon, useTable } from '../support/table'

const engine = useTable()
const { table } = engine
let companyId: string
beforeEach(async () => {
  engine.setTime(noon)
  companyId = (await openShop(table)).companyId
})

const readNames = async () => (await readRunningJobs(table, companyId)).map(({ name }) => name)
const run = <Result>(name: string, work: () => Promise<Result>, on = table) =>
  runCompanyJob(on, { companyId, name }, work)

test('a job is registered while it works, until the time when Lambda ends it; its result is passed on', async () => {
  const before = await readRowsOfCompany(table, companyId)
  const seen = await run('compact-catalogue', async () => {
    const rows = await readRowsOfCompany(table, companyId)
    return rows.filter(({ pk }) => String(pk).startsWith('JOBS#'))
  })
  expect(seen).toEqual([
    {
      pk: keys.jobOfCompany(companyId, '').pk,
      sk: expect.stringMatching(/^[0-9A-Z]{26}$/),
      name: 'compact-catalogue',
      until: noon + jobTimeoutMs,
      expires_at: toTtl(noon + jobTimeoutMs),
    },
  ])
  expect(await readRowsOfCompany(table, companyId)).toEqual(before)
})

test('a job that fails is not registered any more, and its error is thrown', async () => {
  const before = await readRowsOfCompany(table, companyId)
  await expect(run('run-restore', () => Promise.reject(new Error('damaged')))).rejects.toThrow('damaged')
  expect(await readRowsOfCompany(table, companyId)).toEqual(before)
})

test('where its row cannot be deleted, the result stands, and the row is over at its time', async () => {
  const failing = beforeSends(table, (command) => {
    if (command instanceof DeleteCommand) throw new Error('no connection')
  })
  expect(await run('compact-catalogue', async () => 'done', failing)).toBe('done')
  expect(await readNames()).toEqual(['compact-catalogue'])
  engine.setTime(noon + jobTimeoutMs)
  expect(await readNames()).toEqual([])
})

test('a job whose process is killed stays registered until its time', async () => {
  const dying = makeDyingTable(table, 2)
  const killed = run('nightly-upkeep', () => dying.db.send(new DeleteCommand({} as never)), dying)
  await expect(killed).rejects.toThrow('killed')
  engine.setTime(noon + jobTimeoutMs - 1)
  expect(await readNames()).toEqual(['nightly-upkeep'])
  engine.setTime(noon + jobTimeoutMs)
  expect(await readNames()).toEqual([])
})

test('two jobs of a company at once, even of one name and millisecond, have rows of their own; those of others are not seen', async () => {
  const other = (await openShop(table)).companyId
  await runCompanyJob(table, { companyId: other, name: 'other' }, () =>
    run('first', async () => {
      await run('first', async () => expect(await readNames()).toEqual(['first', 'first']))
      engine.setTime(noon + 1)
      await run('second', async () => expect(await readNames()).toEqual(['first', 'second']))
      expect(await readNames()).toEqual(['first'])
    }),
  )
  expect(await readNames()).toEqual([])
})

test('for a company that is being erased, or is gone, no work is begun and nothing is written', async () => {
  await setSuspended(table, companyId)
  await setErasing(table, companyId)
  const before = await readRowsOfCompany(table, companyId)
  const work = jest.fn()
  expect(await run('compact-catalogue', work)).toBeNull()
  expect(await readRowsOfCompany(table, companyId)).toEqual(before)
  expect(await runCompanyJob(table, { companyId: 'cmp_gone', name: 'compact-catalogue' }, work)).toBeNull()
  expect(await readRowsOfCompany(table, 'cmp_gone')).toEqual([])
  expect(work).not.toHaveBeenCalled()
})

test('a registration that was sent before the mark and arrives after it is refused', async () => {
  const { gated, release, reached } = makeGate(table, TransactWriteCommand)
  const work = jest.fn()
  const job = run('compact-catalogue', work, gated)
  await reached
  await setSuspended(table, companyId)
  await setErasing(table, companyId)
  release()
  expect(await job).toBeNull()
  expect(work).not.toHaveBeenCalled()
  expect(await readNames()).toEqual([])
})

test('a registration whose answer is lost may be there: the job fails, and takes it back', async () => {
  const losing = afterSends(table, (command) => {
    if (command instanceof TransactWriteCommand) throw new Error('lost')
  })
  const work = jest.fn()
  await expect(run('compact-catalogue', work, losing)).rejects.toThrow('lost')
  expect(work).not.toHaveBeenCalled()
  expect(await readNames()).toEqual([])
})
