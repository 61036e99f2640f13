import { chooseSize } from './size'

/** Chooses `count` values of a list by the seed, in the order of the list. */
export function takeSample<Value>(all: Value[], count: number, seed: number): Value[] {
  const rank = (index: number) => Math.abs(Math.sin(seed + index * 7919) * 1e6) % 1
  const chosen = new Set([...all.keys()].sort((a, b) => rank(a) - rank(b)).slice(0, count))
  return all.filter((_, index) => chosen.has(index))
}

/** The cases of a test: `count` of them in `npm test`, chosen by the seed, and all in `npm run test:thorough`. */
export function chooseCases<Case>(all: Case[], count: number, seed: number): Case[] {
  return chooseSize({ quick: takeSample(all, count, seed), thorough: all })
}
