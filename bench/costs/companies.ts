import type { Plan } from '../../functions/domain/companies/plan'

/** The numbers of requests are of a month. */
export type Company = {
  name: string
  plan: Plan
  items: number
  keys: number
  lists: number
  gets: number
  moves: number
  creates: number
}

export const shop: Company = {
  name: 'A shop: 100 items',
  plan: 'starter',
  items: 100,
  keys: 1,
  lists: 3_000,
  gets: 6_000,
  moves: 2_000,
  creates: 20,
}
const wholesaler: Company = {
  name: 'A wholesaler: 10 000 items',
  plan: 'professional',
  items: 10_000,
  keys: 5,
  lists: 100_000,
  gets: 200_000,
  moves: 60_000,
  creates: 500,
}
const chain: Company = {
  name: 'A chain: 100 000 items',
  plan: 'enterprise',
  items: 100_000,
  keys: 50,
  lists: 1_000_000,
  gets: 3_000_000,
  moves: 1_000_000,
  creates: 5_000,
}
export const companies = [shop, wholesaler, chain]

export const countRequests = ({ lists, gets, moves, creates }: Company) => lists + gets + moves + creates
export const countChanges = ({ moves, creates }: Company) => moves + creates
