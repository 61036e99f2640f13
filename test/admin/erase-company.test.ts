import { BatchWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { createCompany, resumeCompany, suspendCompany } from '../../admin/companies/companies'
import { readCompanies } from '../../admin/companies/company-pages'
import { type Erasure, eraseCompany } from '../../admin/companies/erase-company'
import { setErasing } from '../../admin/companies/erasure'
import { deleteWebhooks } from '../../admin/companies/webhooks'
import { deleteRows } from '../../admin/table/table-scan'
import { itemsSource } from '../../functions/catalogue/items/item-catalogue'
import { writeBase } from '../../functions/catalogue/replica/base'
import { dayMs } from '../../functions/domain/time'
import { runCompanyJob } from '../../functions/operations/companies/company-jobs'
import { admitRequest } from '../../functions/operations/companies/meter'
import { takeDailySnapshot } from '../../functions/operations/snapshots/daily-snapshot'
import { takeSnapshot } from '../../functions/operations/snapshots/take-snapshot'
import { deliver } from '../../functions/operations/webhooks/deliver'
import { queueDeliveries } from '../../functions/operations/webhooks/queue-deliveries'
import type { Table } from '../../functions/store/client'
import { findCompany } from '../../functions/store/companies/companies'
import { readApiKeys } from '../../functions/store/companies/key-row'
import type { FoundPerson } from '../../functions/store/companies/person-row'
import { hashSecret } from '../../functions/store/companies/principals'
import { parseLogRow } from '../../functions/store/log/log-row'
import { getOwner, keys, type Row } from '../../functions/store/schema'
import { tryLock } from '../../functions/store/snapshots/restore-lock'
import { deliveryTimeoutMs, jobTimeoutMs, routeTimeoutMs, settledAfterMs } from '../../functions/store/timing'
import { readWebhookRows } from '../../functions/store/webhooks/webhook-row'
import { changeRow } from '../support/damage'
import { interceptSends, makeDyingTable } from '../support/dying'
import { emptyTable } from '../support/empty-table'
import { openFullCompany } from '../support/full-company'
import { putRows } from '../support/put-rows'
import { rehearse } from '../support/rehearse'
import { formatRow, scanTable } from '../support/scan'
import { openShop, renderJson } from '../support/shop'
import { chooseSize } from '../support/size'
import { noon, startTestTable, type TestTable } from '../support/table'
import { makeAttempt, putDelivery, putDue, putWebhooks } from '../support/webhook-rows'
import { makeDeliverer, makeSecret, TestQueue, testVault } from '../support/webhooks'

/** Small, so that the table has many pages. */
const pageRows = chooseSize({ quick: 20, thorough: 7 })
const begun = noon + 3_600_000

let engine: TestTable
let table: Table
let now: number
const setTime = (at: number) => {
  now = at
  engine.setTime(at)
}
/** All rows before each test. */
let before: Row[]
let acme: Awaited<ReturnType<typeof openFullCompany>>
let companyId: string
beforeAll(async () => {
  engine = await startTestTable()
  table = engine.table
  // Each names the other in what clients may choose, and one has an id that begins with the other's.
  const other = await openFullCompany(engine, 'cmp_other')
  acme = await openFullCompany(engine, other.shop.companyId)
  companyId = acme.shop.companyId
  await openFullCompany(engine, companyId)
  await createCompany(table, { name: 'Longer id', plan: 'enterprise', id: `${companyId}0` })
  await putRows(table, [{ ...keys.webhookKey(), sealed: companyId }])
  before = await scanTable(table)
})
afterAll(() => engine.stop())
beforeEach(async () => {
  setTime(begun)
  await resetTable()
})

async function resetTable(): Promise<void> {
  await emptyTable(table, before)
  await putRows(table, before)
}

const isOwn = (row: Row) => {
  const owner = getOwner(row as Parameters<typeof getOwner>[0])
  return 'companyId' in owner && owner.companyId === companyId
}

/** Nothing of the company is left, and everything of the others is as it was. */
async function expectErased(): Promise<void> {
  const left = await scanTable(table)
  const found = new Set(left.map(formatRow))
  const others = new Set(before.filter((row) => !isOwn(row)).map(formatRow))
  expect([...found].filter((row) => !others.has(row))).toEqual([])
  expect([...others].filter((row) => !found.has(row))).toEqual([])
  const naming = left.filter((row) => JSON.stringify(row).includes(companyId))
  const chosen = /^(STACK|SKU|IDEMPOTENCY|ITEMS|LOG|RESTORES|ORDERS|RECEIPTS|COMPANY|PLAN)#/
  expect(naming.filter((row) => isOwn(row) || !chosen.test(String(row.pk)))).toEqual([])
}

/** Waits by setting the clock. */
function makeTools() {
  const removed: string[] = []
  const waits: number[] = []
  const reports: string[] = []
  const tools = {
    removeKey: async (id: string) => void removed.push(id),
    removePerson: async ({ row }: FoundPerson) => void removed.push(row.email),
    wait: async (ms: number) => {
      waits.push(ms)
      setTime(now + ms)
    },
    report: (text: string) => void reports.push(text),
    pageRows,
  }
  return { tools, removed, waits, reports }
}

const erase = (on: Table = table): Promise<Erasure> => eraseCompany(on, companyId, makeTools().tools)

test('every row of the company is deleted, whatever its kind; others keep theirs byte for byte', async () => {
  const own = before.filter(isOwn)
  const kinds = new Set(own.map(({ pk, sk }) => `${String(pk).split('#')[0]} ${String(sk).match(/^[A-Z]{3,}/) ?? ''}`))
  expect([...kinds].sort()).toEqual([
    'CATALOGUE HEAD',
    'CHUNK CHUNK',
    'COMPANY COMPANY',
    'COMPANY JOB',
    'COMPANY KEY',
    'DELIVERIES ',
    'DUEDELIVERIES ',
    'EMAIL EMAIL',
    'IDEMPOTENCY IDEMPOTENCY',
    'ITEMS ',
    'KEY KEY',
    'KEYID KEYID',
    'LOG ',
    'LOGDAYS ',
    'LOGSTRETCHES ',
    'ORDERS ',
    'PACE PACE',
    'PLAN COMPANY',
    'RECEIPTS ',
    'RESTORES ',
    'RESTORES LOCK',
    'SKU SKU',
    'SNAPSHOTS ',
    'USAGE ',
    'WEBHOOKEVENTS ',
    'WEBHOOKS ',
    'WEBHOOKS COUNT',
  ])
  const { tools, removed, waits, reports } = makeTools()
  const erasure = await eraseCompany(table, companyId, tools)
  // The row of the plan goes first, with the mark.
  expect(erasure).toEqual({ company_id: companyId, rows: own.length - 1, passes: 2 })
  await expectErased()
  const email = `${acme.keyId}@example.com`.toLowerCase()
  expect([...removed].sort()).toEqual([`invited-${email}`, acme.keyId, email].sort())
  expect(waits).toEqual([settledAfterMs, routeTimeoutMs, deliveryTimeoutMs - routeTimeoutMs])
  expect(reports.at(-1)).toBe('pass 2: 0 rows deleted')
  await expect(erase()).rejects.toMatchObject({ code: 'invalid_state', message: `The company ${companyId} is gone.` })
})

rehearse(
  'killed at any of its calls and run again, it ends the same',
  async () => {
    const own = before.filter(isOwn)
    let calls = 0
    for (let killed = true; killed; calls++) {
      await putRows(table, own) // all others are checked below
      setTime(begun)
      const dying = makeDyingTable(table, calls + 1, { arrives: calls % 2 === 0 })
      killed = await erase(dying).then(
        () => false,
        () => true,
      )
      if ((await findCompany(table, companyId)) !== null) await erase()
      await expectErased()
    }
    expect(calls).toBeGreaterThan(40)
  },
  300_000,
)

rehearse('killed again and again, at each call a little later, it ends the same', async () => {
  for (let calls = 5; (await findCompany(table, companyId)) !== null; calls += 5)
    await erase(makeDyingTable(table, calls, { arrives: calls % 2 === 0 })).catch(() => {})
  await expectErased()
})

/** As before chunks named their company. */
async function forgetCompaniesOfChunks(): Promise<void> {
  const chunks = (await scanTable(table)).filter(({ pk }) => String(pk).startsWith('CHUNK#'))
  await putRows(
    table,
    chunks.map(({ company_id: _, ...chunk }) => chunk),
  )
}

rehearse(
  'chunks that name no company go by the rows that name them, also if it was killed; what none names expires',
  async () => {
    const ownChunks = before.filter((row) => isOwn(row) && String(row.pk).startsWith('CHUNK#'))
    // Of a base, a snapshot, its restore's own copy of the present, and two snapshots whose rows are gone.
    expect(ownChunks).toHaveLength(5)
    for (let calls = 14; ; calls += 6) {
      await resetTable()
      await forgetCompaniesOfChunks()
      setTime(begun)
      const killed = await erase(makeDyingTable(table, calls, { arrives: true })).then(
        () => false,
        () => true,
      )
      if ((await findCompany(table, companyId)) !== null) await erase()
      const left = (await scanTable(table)).filter(({ pk }) => ownChunks.some((chunk) => chunk.pk === pk))
      expect(left).toHaveLength(2)
      const own = (await scanTable(table)).filter((row) => !String(row.pk).startsWith('CHUNK#') && isOwn(row))
      expect(own).toEqual([])
      if (!killed) break
    }
  },
  120_000,
)

test('a batch of which DynamoDB deletes a part is sent again', async () => {
  const rows = before.filter(isOwn).map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }))
  let calls = 0
  const partly = { ...table, db: Object.create(table.db) as Table['db'] }
  Object.assign(partly.db, {
    send: async (command: { input: { RequestItems?: Record<string, object[]> } }) => {
      const requests = command.input.RequestItems?.[table.name] ?? []
      calls += 1
      const half = Math.ceil(requests.length / 2)
      await table.db.send(new BatchWriteCommand({ RequestItems: { [table.name]: requests.slice(0, half) } as never }))
      return { UnprocessedItems: half === requests.length ? {} : { [table.name]: requests.slice(half) } }
    },
  })
  await deleteRows(partly, rows)
  expect(calls).toBeGreaterThan(10)
  expect((await scanTable(table)).filter(isOwn)).toEqual([])
})

rehearse(
  'refused while a restore is running or a snapshot is being taken; after 15 minutes both count as failed',
  async () => {
    const { context } = acme.shop
    await tryLock(table, { companyId, restoreId: 'rst_running', idempotencyKey: null })
    await expect(erase()).rejects.toMatchObject({ code: 'invalid_state', message: expect.stringContaining('restore') })
    setTime(begun + 15 * 60_000)
    await expect(
      takeSnapshot({ ...context, table: makeDyingTable(table, 3) }, { name: null, type: 'automatic' }),
    ).rejects.toThrow()
    await expect(erase()).rejects.toMatchObject({ code: 'invalid_state', message: expect.stringContaining('snapshot') })
    expect(await findCompany(table, companyId)).not.toHaveProperty('suspended_at')
    setTime(begun + 30 * 60_000)
    expect(await erase()).toMatchObject({ passes: 2 })
  },
)

rehearse('from its first write on, no request is admitted, it is in no list, and it cannot be resumed', async () => {
  const { tools } = makeTools()
  const seen: unknown[] = []
  const wait = async (ms: number) => {
    seen.push((await admitRequest(table, hashSecret(acme.secret))).outcome)
    seen.push((await readCompanies(table)).some(({ id }) => id === companyId))
    seen.push(await resumeCompany(table, companyId).catch(({ code }) => code))
    const snapshot = () => takeDailySnapshot(table, companyId, '2026-03-14', 'req_1')
    seen.push(await runCompanyJob(table, { companyId, name: 'daily_snapshot' }, snapshot))
    await tools.wait(ms)
  }
  await eraseCompany(table, companyId, { ...tools, wait })
  const each = ['suspended', false, 'invalid_state', null]
  expect(seen).toEqual([...each, ...each, ...each])
  await expectErased()
})

/** A job that is registered, and does its work when it is told to end. */
async function beginJob<Result>(companyOfJob: string, work: () => Promise<Result>) {
  let tell = () => {}
  const told = new Promise<void>((resolve) => {
    tell = resolve
  })
  let ended: Promise<Result | null> = Promise.resolve(null)
  await new Promise<void>((begin) => {
    ended = runCompanyJob(table, { companyId: companyOfJob, name: 'compact-catalogue' }, async () => {
      begin()
      await told
      return work()
    })
  })
  return {
    end: () => {
      tell()
      return ended
    },
  }
}

rehearse('it waits until the jobs that are running have ended, and deletes what they wrote', async () => {
  const write = () => writeBase(table, companyId, itemsSource)
  const [first, second] = [await beginJob(companyId, write), await beginJob(companyId, write)]
  const ofOther = await beginJob(`${companyId}0`, async () => {})
  const { tools, waits, reports } = makeTools()
  const wait = async (ms: number) => {
    await tools.wait(ms)
    if (now === begun + settledAfterMs + 60_000) expect(await first.end()).not.toBeNull()
    if (now === begun + settledAfterMs + 120_000) {
      await second.end()
      reports.push('the last job has ended')
    }
  }
  await eraseCompany(table, companyId, { ...tools, wait })
  expect(waits).toEqual([settledAfterMs, ...Array(60).fill(2_000), settledAfterMs])
  expect(reports.slice(1)).toEqual([
    'waiting for compact-catalogue, compact-catalogue: 885 s at most',
    'waiting for compact-catalogue: 825 s at most',
    'the last job has ended',
    expect.stringContaining('waiting 15 s'),
    expect.stringMatching(/^pass 1: \d+ rows deleted$/),
    'pass 2: 0 rows deleted',
  ])
  await ofOther.end()
  await expectErased()
})

rehearse('for a job whose process was killed it waits until Lambda would have ended it', async () => {
  setTime(begun - 60_000)
  const dying = makeDyingTable(table, 2)
  const job = runCompanyJob(dying, { companyId, name: 'compact-catalogue' }, () =>
    writeBase(dying, companyId, itemsSource),
  )
  await expect(job).rejects.toThrow('killed')
  setTime(begun)
  await erase()
  expect(now).toBe(begun - 60_000 + jobTimeoutMs + settledAfterMs)
  await expectErased()
})

rehearse('a company that was suspended long before waits for its jobs and deliveries alone', async () => {
  await suspendCompany(table, companyId)
  setTime(begun + 3_600_000)
  const { tools, waits } = makeTools()
  await eraseCompany(table, companyId, tools)
  expect(waits).toEqual([settledAfterMs, settledAfterMs, deliveryTimeoutMs - settledAfterMs])
  await expectErased()
})

/** Waits in steps of a second, and acts before each. */
async function eraseBeside(act: () => Promise<unknown>) {
  const { tools, reports } = makeTools()
  const wait = async (ms: number) => {
    for (const end = now + ms; now < end; setTime(Math.min(end, now + 1_000))) await act()
  }
  const { passes } = await eraseCompany(table, companyId, { ...tools, wait })
  return { passes, last: reports.at(-1) }
}

/** Runs that have read the webhook and write when they are told to: one makes deliveries, one makes an attempt. */
async function beginRuns() {
  const { webhookId } = acme.webhooks
  let [tell, reading] = [() => {}, 0]
  const told = new Promise<void>((resolve) => {
    tell = resolve
  })
  const slow = interceptSends(table, async (send, command) => {
    if (command.constructor.name === 'PutCommand') await told
    const answer = await send(command)
    if (command.constructor.name === 'QueryCommand') reading += 1
    return answer
  })
  const queue = new TestQueue(table.now)
  const log = await acme.shop.log()
  const published = queueDeliveries(
    slow,
    log.map((row) => ({ row: parseLogRow(row) })),
    queue.send,
  )
  const failed = Array(3).fill(makeAttempt(now, 500))
  const { id } = await putDelivery(table, { companyId, webhookId }, { attempts: failed, next_attempt: now })
  const message = { company_id: companyId, webhook_id: webhookId, delivery_id: id, attempt: 3 }
  const sendWebhook = async () => {
    reading += 1
    await told
    return { status_code: 500, milliseconds: 9_000, error: 'it answered 500', response: '' }
  }
  const vault = { ...testVault, open: async () => makeSecret('a') }
  const delivered = deliver({ ...makeDeliverer(table, queue), vault, sendWebhook }, [message])
  while (reading < 2) await new Promise((resolve) => setImmediate(resolve))
  const end = async () => {
    tell()
    return { published: await published, delivered: await delivered, sent: queue.sent.length }
  }
  return { queue, log, end }
}

rehearse(
  'it waits for what makes and sends deliveries, and deletes what that writes late; later runs do nothing',
  async () => {
    const created_at = new Date(noon - 3 * dayMs).toISOString()
    await changeRow(table, keys.webhook(companyId, acme.webhooks.webhookId), { created_at })
    const runs = await beginRuns()
    const late: unknown[] = []
    const kinds = async () => {
      const rows = (await scanTable(table)).filter(isOwn)
      return ['WEBHOOKEVENTS', 'DELIVERIES', 'DUEDELIVERIES'].map(
        (kind) => rows.filter(({ pk }) => String(pk).startsWith(`${kind}#`)).length,
      )
    }
    const erasure = await eraseBeside(async () => {
      if (now < begun + deliveryTimeoutMs - 1_000 || late.length > 0) return
      const before = await kinds()
      late.push(await runs.end())
      const after = await kinds()
      late.push(after.map((count, at) => count > (before[at] ?? 0)))
      const messages = runs.queue.takeDue()
      late.push(
        await queueDeliveries(
          table,
          runs.log.map((row) => ({ row: parseLogRow(row) })),
          runs.queue.send,
        ),
      )
      late.push(await deliver(makeDeliverer(table, runs.queue), messages))
      late.push((await kinds()).map((count, at) => count - (after[at] ?? 0)))
    })
    const nothing = { failed: [], untaken: null, lastError: '' }
    const sent = expect.any(Number)
    expect(late).toEqual([{ published: nothing, delivered: [], sent }, [true, true, true], nothing, [], [0, 0, 0]])
    expect(erasure).toEqual({ passes: 2, last: 'pass 2: 0 rows deleted' })
    expect(now).toBe(begun + deliveryTimeoutMs + settledAfterMs)
    await expectErased()
  },
)

rehearse('a webhook that a request has created late goes, too, and what was made for it', async () => {
  let webhookId = ''
  const gone = begun + routeTimeoutMs + settledAfterMs
  const ended = gone + deliveryTimeoutMs + settledAfterMs
  const seen = new Set<number>()
  const erasure = await eraseBeside(async () => {
    if (webhookId === '' && now >= begun + 20_000) webhookId = (await putWebhooks(table, companyId))[0] ?? ''
    seen.add((await readWebhookRows(table, companyId)).length)
    if (webhookId === '') return
    const { id } = await putDelivery(table, { companyId, webhookId })
    await putDue(table, { company_id: companyId, webhook_id: webhookId, delivery_id: id, attempt: 0, at: now })
  })
  expect(erasure).toMatchObject({ passes: 2 })
  expect([...seen]).toEqual([0, 1])
  expect(now).toBe(ended)
  await expectErased()
})

rehearse(
  'where it was killed before it had noted that the webhooks are gone, it waits for deliveries again',
  async () => {
    await setErasing(table, companyId)
    for (let calls = 1; (await readWebhookRows(table, companyId)).length > 0; calls++)
      await deleteWebhooks(makeDyingTable(table, calls, { arrives: true }), companyId).catch(() => {})
    setTime(begun + 3_600_000)
    const { tools } = makeTools()
    await eraseCompany(table, companyId, tools)
    expect(now).toBe(begun + 3_600_000 + deliveryTimeoutMs + settledAfterMs)
    await expectErased()
  },
)

rehearse(
  'it waits for requests from each key’s suspension, also if it was killed; an hour later for nothing',
  async () => {
    const { tools, waits } = makeTools()
    const killed = { ...tools, wait: () => Promise.reject(new Error('killed')) }
    await expect(eraseCompany(table, companyId, killed)).rejects.toThrow('killed')
    setTime(begun + 10_000)
    await expect(eraseCompany(table, companyId, killed)).rejects.toThrow('killed')
    setTime(begun + 3_600_000)
    // A key that the first run did not come to.
    const names = { TableName: table.name, Key: await findKey(), UpdateExpression: 'REMOVE suspended_at' }
    await table.db.send(new UpdateCommand(names))
    await expect(eraseCompany(table, companyId, killed)).rejects.toThrow('killed')
    setTime(now + routeTimeoutMs)
    await eraseCompany(table, companyId, tools)
    expect(waits).toEqual([settledAfterMs])
    await expectErased()
  },
)

async function findKey() {
  const [key] = await readApiKeys(table, companyId)
  const row = before.find(({ id, pk }) => id === key?.id && String(pk).startsWith('KEY#'))
  return { pk: row?.pk, sk: row?.sk }
}

rehearse('a request that was admitted before may commit until then, and is erased, too', async () => {
  const { tools } = makeTools()
  const wait = async (ms: number) => {
    await acme.shop.stockItem(`LATE-${now}`, 1)
    await acme.shop.order([{ item_id: (await acme.shop.stockItem(`LATER-${now}`)).id, quantity_ordered: 1 }])
    await takeSnapshot(acme.shop.context, { name: null, type: 'manual' }, renderJson)
    await tools.wait(ms)
  }
  await eraseCompany(table, companyId, { ...tools, wait })
  await expectErased()
})

rehearse('where something goes on writing, it says so, and does not claim to have ended', async () => {
  const { tools } = makeTools()
  const { shop } = acme
  let writes = 0
  const report = (text: string) => {
    if (text.startsWith('pass')) writes += 1
  }
  const writing = {
    ...table,
    db: new Proxy(table.db, {
      get: (target, name) =>
        name !== 'send'
          ? Reflect.get(target, name)
          : async (command: { constructor: { name: string } }) => {
              if (command.constructor.name === 'ScanCommand') await shop.stockItem(`AGAIN-${Math.random()}`)
              return target.send(command as never)
            },
    }),
  }
  await expect(eraseCompany(writing, companyId, { ...tools, report, pageRows: 1_000 })).rejects.toThrow('still writes')
  expect(writes).toBe(10)
  expect(await findCompany(table, companyId)).toMatchObject({ erasing_at: begun })
  await erase()
  await expectErased()
})

test('a row of an unknown kind stops it before anything of that page is deleted', async () => {
  await putRows(table, [{ pk: 'WEBHOOK#1', sk: 'X' }])
  await expect(erase()).rejects.toThrow('unknown kind')
  expect(await findCompany(table, companyId)).not.toBeNull()
})

test('a company without keys and rows is erased, too', async () => {
  const shop = await openShop(table)
  const { tools } = makeTools()
  expect(await eraseCompany(table, shop.companyId, tools)).toEqual({ company_id: shop.companyId, rows: 1, passes: 1 })
  expect(await findCompany(table, shop.companyId)).toBeNull()
})
