import { type Company, countRequests } from './companies'

// Requests come at random while a company works: 10 hours a day.

const hoursOfMonth = 730
export const openHours = 300

/** API Gateway keeps the authorizer's answer for each key so long: see lib/api/api.ts. */
const authorizedHours = 5 / 60
/** Lambda keeps an idle process at least so long, by what others have measured. AWS promises nothing. */
const idleHours = 5 / 60
/** Where a process always runs, a second one starts now and then. AWS: typically under 1 %. */
const leastColdShare = 0.01

/** The share of the requests to a function that start a process. */
export function computeColdShare(requests: number): number {
  return Math.max(leastColdShare, Math.exp((-requests / openHours) * idleHours))
}

/** How often the authorizer runs. */
export function countAuthorizations(company: Company): number {
  const requests = countRequests(company)
  return requests / (1 + (requests / company.keys / openHours) * authorizedHours)
}

/** The share of all hours of a month in which something happens that happens so often in a month. */
export function computeHoursShare(times: number): number {
  return (openHours / hoursOfMonth) * (1 - Math.exp(-times / openHours))
}
