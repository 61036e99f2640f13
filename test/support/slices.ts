import { relative } from 'node:path'
import type { State } from 'jest-circus'

/** The thorough run has so many slices. `.ci/run` runs one of them, which turns: sixteen landings run all. */
export const sliceCount = 16

type Block = State['rootDescribeBlock']

/** Marks a test that divides what it does among the slices by itself: it is part of each. */
export function inEverySlice(run: () => Promise<void>): () => Promise<void> {
  return Object.assign(run, { inEverySlice: true })
}

/**
 * Skips the tests of a file that are not in the slice. The tests are dealt in their order, each file beginning with
 * another slice. Of a procedure, each slice has at least one rehearsal.
 */
export function skipOthers(root: Block, file: string, slice: number): void {
  const tests = listTests(root).filter(({ mode, fn }) => mode !== 'skip' && !('inEverySlice' in fn))
  const turns = file.endsWith('.rehearsal.test.ts') ? Math.min(sliceCount, tests.length) : sliceCount
  const first = [...relative(process.cwd(), file)].reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0)
  for (const [index, test] of tests.entries()) if ((first + index) % turns !== slice % turns) test.mode = 'skip'
}

function listTests({ children }: Block): Block['tests'] {
  return children.flatMap((each) => (each.type === 'test' ? [each] : listTests(each)))
}

/** Those of the cases that the slice has: all where no slice runs. */
export function takeSlice<Case>(all: Case[]): Case[] {
  return all.filter((_, index) => globalThis.slice === undefined || index % sliceCount === globalThis.slice)
}
