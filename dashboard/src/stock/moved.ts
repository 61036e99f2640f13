import type { Transaction } from '../../../client'
import { makeObserved } from '../browser/observed'

/** The movement that was made last by a form: the page that opened the form may list it. */
export const moved = makeObserved<(Transaction & { id: string }) | null>(null)
