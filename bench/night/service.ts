import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import * as z from 'zod'
import { nightlyWorks } from '../../functions/domain/companies/nightly-work'
import type { Order, Start, Told } from './service-process'

const Line = z.object({ message: z.string(), work: z.enum(nightlyWorks).optional(), left: z.int().optional() })
/** What a function has logged of the night. */
type NightLine = z.infer<typeof Line>

const Report = z.object({
  record: z.object({ status: z.string(), metrics: z.object({ durationMs: z.number(), memorySizeMB: z.number() }) }),
})

/** `gbSeconds`: of all jobs that have run. Of a kill that was ordered, the promise tells when the thread has ended. */
export type NightService = {
  baseUrl: string
  lines: NightLine[]
  errors: string[]
  getGbSeconds: () => number
  kill: (thread: number) => Promise<void>
  /** Lets time pass, by the service's clock: in milliseconds. */
  pass: (ms: number) => void
  /** By the beginning of its rule's logical id. Resolves when its function has ended. */
  runSchedule: (name: string) => Promise<void>
  countFailures: () => Promise<number>
  stop: () => Promise<void>
}

export async function startNightService(start: Start): Promise<NightService> {
  const child = fork(join(__dirname, 'service-process.ts'), {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced', // the stack has a Map
  })
  const order = (each: Order) => void child.send(each)
  const lines: NightLine[] = []
  const errors: string[] = []
  const killed: (() => void)[] = []
  let gbSeconds = 0
  const takeReport = (text: string) => {
    const { status, metrics } = Report.parse(JSON.parse(text)).record
    gbSeconds += (metrics.durationMs / 1_000) * (metrics.memorySizeMB / 1_024)
    if (status === 'failure') killed.shift()?.()
  }
  const started = new Promise<string>((resolve, reject) => {
    child.on('message', (told: Told) => {
      if ('baseUrl' in told) resolve(told.baseUrl)
      else if ('report' in told) takeReport(told.report)
      else for (const line of told.log.split('\n')) takeLine(line, lines, errors)
    })
    child.once('exit', () => reject(new Error('the service has ended')))
  })
  order({ start })
  const baseUrl = await started
  const local = `${new URL(baseUrl).origin}/_local`
  return {
    ...{ baseUrl, lines, errors },
    getGbSeconds: () => gbSeconds,
    kill: (thread) => {
      order({ kill: thread })
      return new Promise((resolve) => killed.push(resolve))
    },
    pass: (passMs) => order({ passMs }),
    runSchedule: async (name) => {
      const { data } = Schedules.parse(await (await fetch(`${local}/schedules`)).json())
      const { id = name } = data.find((each) => each.id.startsWith(name)) ?? {}
      const { ok, status } = await fetch(`${local}/schedules/${id}/run`, { method: 'POST' })
      if (!ok) throw new Error(`the schedule ${name} has failed: ${status}`)
    },
    countFailures: async () => Failures.parse(await (await fetch(`${local}/failures`)).json()).data.length,
    stop: async () => {
      const exited = once(child, 'exit')
      child.disconnect()
      await exited
    },
  }
}

const Schedules = z.object({ data: z.array(z.object({ id: z.string() })) })
const Failures = z.object({ data: z.array(z.unknown()) })

/** Lines of other functions, and metrics, are left out. */
function takeLine(text: string, lines: NightLine[], errors: string[]): void {
  const isOfNight = /"message":"(a night|nightly work)/.test(text)
  if (isOfNight) lines.push(Line.parse(JSON.parse(text)))
  if (/"level":"ERROR"| failed: /.test(text)) errors.push(text)
}
