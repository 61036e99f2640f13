import { mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashFiles } from '../../local/synthesis'
import { claimDataFolder } from '../../local/table/data-folder'
import { useFolder } from '../support/folder'

const folder = useFolder()
const mark = join(folder, 'in-use.pid')

test('a folder that another process uses is refused', () => {
  writeFileSync(mark, String(process.ppid))
  expect(() => claimDataFolder(folder)).toThrow(`in use by the process ${process.ppid}`)
})

test('a killed process may have had our pid, as in a container that starts again', () => {
  writeFileSync(mark, String(process.pid))
  const release = claimDataFolder(folder)
  expect(readFileSync(mark, 'utf8')).toBe(String(process.pid))
  release()
  expect(() => readFileSync(mark)).toThrow('ENOENT')
})

test('the hash of what a synthesis reads changes with every name and content, and with nothing else', () => {
  const [source, lock] = [join(folder, 'source'), join(folder, 'lock.json')]
  const hash = () => hashFiles([source, lock])
  const deep = join(source, 'deep')
  const file = join(deep, 'a.ts')
  mkdirSync(deep, { recursive: true })
  writeFileSync(file, 'one')
  const hashes = [hash()]
  utimesSync(file, 1, 1)
  expect(hash()).toBe(hashes[0])
  const changes = [
    () => writeFileSync(file, 'two'),
    () => writeFileSync(join(deep, 'b.ts'), ''),
    () => renameSync(file, join(source, 'a.ts')),
    () => writeFileSync(lock, '{}'),
    () => rmSync(join(deep, 'b.ts')),
  ]
  for (const change of changes) {
    change()
    hashes.push(hash())
  }
  expect(new Set(hashes).size).toBe(1 + changes.length)
})
