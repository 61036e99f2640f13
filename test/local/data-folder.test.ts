import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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
