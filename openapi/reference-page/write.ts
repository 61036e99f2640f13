import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import { buildSync } from 'esbuild'
import { bundles, pagesId } from '../../lib/entries'
import { describeApi } from '../document'
import type { OpenApi } from '../open-api'
import { type Guide, renderReference } from './render'

/** Where the function of the pages finds the files of this one: beside its code. */
const folder = join(bundles, pagesId, 'files', 'docs')

/** Writes the reference page, what it loads, and the OpenAPI document. What the page loads has a hash in its name. */
export function writeReferencePage(): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(describeApi()))
  const assets = {
    'start.js': bundleStart(),
    'theme.css': readFileSync('openapi/reference-page/theme.css', 'utf8'),
    'favicon.svg': readFileSync('openapi/reference-page/favicon.svg', 'utf8'),
  }
  const parts: { [name: string]: string } = { ...renderReference(describeApi() as OpenApi, readGuides()) }
  for (const [name, content] of Object.entries(assets)) parts[name] = `/v1/docs/${writeHashed(name, content)}`
  const page = readFileSync('openapi/reference-page/page.html', 'utf8')
  writeFileSync(
    join(folder, 'page.html'),
    page.replace(/\{\{([\w.]+)\}\}/g, (_, name) => parts[name] ?? ''),
  )
}

/** In the order of their names. */
export function readGuides(): Guide[] {
  const guides = join(__dirname, '../../docs/guides')
  const files = readdirSync(guides).filter((file) => file.endsWith('.md'))
  return files
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((file) => ({ name: parse(file).name, text: readFileSync(join(guides, file), 'utf8').trim() }))
}

function writeHashed(name: string, content: string): string {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16)
  const { name: stem, ext } = parse(name)
  const hashed = `${stem}-${hash}${ext}`
  writeFileSync(join(folder, hashed), content)
  return hashed
}

function bundleStart(): string {
  const { outputFiles } = buildSync({
    entryPoints: ['openapi/reference-page/start.ts'],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}
