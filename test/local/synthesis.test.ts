import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashFiles } from '../../local/synthesis'
import { useFolder } from '../support/folder'

const folder = useFolder()

test('the hash of what a synthesis reads changes with every name and content, and with nothing else', () => {
  const [source, deep, lock] = ['source', join('source', 'deep'), 'lock.json'].map((name) => join(folder, name))
  const hash = () => hashFiles([source ?? '', lock ?? ''])
  const file = join(deep ?? '', 'a.ts')
  mkdirSync(deep ?? '', { recursive: true })
  writeFileSync(file, 'one')
  const hashes = [hash()]
  utimesSync(file, 1, 1)
  expect(hash()).toBe(hashes[0])
  const changes = [
    () => writeFileSync(file, 'two'),
    () => writeFileSync(join(deep ?? '', 'b.ts'), ''),
    () => renameSync(file, join(folder, 'source', 'a.ts')),
    () => writeFileSync(lock ?? '', '{}'),
    () => rmSync(join(deep ?? '', 'b.ts')),
  ]
  for (const change of changes) {
    change()
    hashes.push(hash())
  }
  expect(new Set(hashes).size).toBe(1 + changes.length)
})
