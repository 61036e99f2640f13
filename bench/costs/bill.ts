import { type Billed, prices } from './prices'

/** How much is billed of what. */
export type Bill = Partial<Record<Billed, number>>

const billed = Object.keys(prices) as Billed[]

export function addBills(...bills: Bill[]): Bill {
  return Object.fromEntries(billed.map((name) => [name, bills.reduce((sum, bill) => sum + (bill[name] ?? 0), 0)]))
}

export function multiplyBill(bill: Bill, times: number): Bill {
  return Object.fromEntries(billed.map((name) => [name, (bill[name] ?? 0) * times]))
}

/** In US dollars. `free`: what is not charged for. */
export function computeDollars(bill: Bill, free: Bill = {}): number {
  return billed.reduce((sum, name) => sum + Math.max(0, (bill[name] ?? 0) - (free[name] ?? 0)) * prices[name], 0)
}
