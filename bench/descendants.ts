import { readFileSync } from 'node:fs'

/** The processes that the main thread of a process has started, and those that they have. Linux alone. */
export function listDescendants(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  return [...children, ...children.flatMap(listDescendants)]
}
