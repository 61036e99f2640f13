import { type Company, companies, countChanges, countRequests } from '../costs/companies'
import { formatTable } from '../costs/format'
import { listRequests } from '../costs/requests'
import { openHours } from '../costs/traffic'
import { makeSize, makeSnapshot, makeUpkeep } from './jobs'
import { dynamo, gateway, lambda } from './limits'
import { morning } from './night'
import { messageMs } from './queue'
import { computeMs } from './work'

// How many companies of a kind fill a stack, by each limit. Companies and requests are those of docs/costs.md.

/** Requests of the busiest minutes, against the average of the hours in which a company works. An assumption. */
const peak = 5

/** What a company takes of the quotas: a second in the busiest minutes, and of a night. */
type Share = { keys: number; requests: number; functions: number; reads: number; writes: number; nightMs: number }

function computeShare(company: Company): Share {
  const requests = listRequests(company, 'ours', 1)
  const seconds = openHours * 3_600
  const sum = (of: (usage: (typeof requests)[number]['usage']) => number) =>
    (peak * requests.reduce((total, { times, usage }) => total + times * of(usage), 0)) / seconds
  const size = makeSize(company.items, countChanges(company) / 30)
  const works = company.plan === 'enterprise' ? [makeUpkeep(size), makeSnapshot(size)] : [makeUpkeep(size)]
  return {
    keys: company.keys,
    requests: (peak * countRequests(company)) / seconds,
    functions: sum(({ ms }) => ms / 1_000),
    reads: sum(({ reads }) => reads),
    writes: sum(({ writes }) => writes),
    nightMs: works.reduce((total, work) => total + computeMs(work) + messageMs, 0),
  }
}

const quotas = (workers: number): [string, number, keyof Share][] => [
  [`API Gateway: ${group(gateway.keys)} keys`, gateway.keys, 'keys'],
  [`API Gateway: ${group(gateway.requestsPerSecond)} requests a second`, gateway.requestsPerSecond, 'requests'],
  [`Lambda: ${group(lambda.concurrency)} functions at once`, lambda.concurrency, 'functions'],
  [`DynamoDB: ${group(dynamo.quota)} read units a second`, dynamo.quota, 'reads'],
  [`DynamoDB: ${group(dynamo.quota)} write units a second`, dynamo.quota, 'writes'],
  [`The night: ${workers} workers, six hours`, workers * morning, 'nightMs'],
]

export function formatFullness(workers: number): string {
  const shares = companies.map(computeShare)
  const rows = quotas(workers).map(([limit, quota, name]) => [
    limit,
    ...shares.map((share) => group(Number((quota / share[name]).toPrecision(2)))),
  ])
  return formatTable([['Full by', ...companies.map(({ name }) => name.replace('A ', '').replace(/:.*/, 's'))], ...rows])
}

const group = (count: number) => count.toLocaleString('en').replaceAll(',', ' ')
