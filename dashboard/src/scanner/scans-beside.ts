import type { Item } from '../../../client'
import { isNamed } from '../../../input/code'
import { say } from '../browser/said'
import { useScans } from './scans'
import { signal } from './signal'

/**
 * Answers the codes that are read while a form about an item is open: none is a number, and none opens something else.
 * `onSame`: another one of this very item was read; without it, that is told alone.
 */
export function useScansBeside(item: Item, onSame?: () => void): void {
  useScans('form', (code) => {
    const isSame = isNamed(code, item)
    signal(isSame ? 'found' : 'refused')
    if (!isSame) return say(texts.isOpen(code.text, item.name))
    say((onSame ? texts.another : texts.isThis)(item.name))
    onSame?.()
  })
}

const texts = {
  isThis: (name: string) => `That code is ${name}, which is open.`,
  isOpen: (code: string, name: string) => `${code} was read, but ${name} is open: end that first.`,
  another: (name: string) => `One more of ${name}.`,
}
