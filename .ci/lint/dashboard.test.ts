import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

// Dependency-cruiser reads no TSX, and Biome sees circles of files alone.

/** The folders of the dashboard, from the bottom up. A folder imports itself and what is below it. */
const folders = [
  ...['browser', 'session', 'api', 'scanner', 'parts', 'stock', 'scan', 'export'],
  ...['items', 'spreadsheets', 'orders', 'snapshots', 'log', 'settings', 'home', 'shell'],
]
const root = 'dashboard/src'
const levelOf = (path: string) => folders.indexOf(relative(root, path).split('/')[0] ?? '')
const pathsIn = (folder: string) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
const files = folders.flatMap((folder) =>
  pathsIn(folder)
    .map((path) => join(root, folder, path))
    .filter((path) => /\.tsx?$/.test(path)),
)

test('each folder of the dashboard has its place', () => {
  const found = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(found.map(({ name }) => name).sort()).toEqual([...folders].sort())
})

test('imports of the dashboard go down', () => {
  const wrong = files.flatMap((file) => {
    const named = readFileSync(file, 'utf8').matchAll(/(?:from|import\(?) ?'(\.[^']+)'/g)
    const paths = [...named].map(([, name = '']) => join(dirname(file), name)).filter((path) => path.startsWith(root))
    return paths.filter((path) => levelOf(path) > levelOf(file)).map((path) => `${file} imports ${path}`)
  })
  expect(wrong).toEqual([])
})
