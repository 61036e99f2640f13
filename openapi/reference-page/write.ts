import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, parse } from 'node:path'
import { buildSync } from 'esbuild'
import { bundles, referencePageId } from '../../lib/entries'
import { describeApi, describeForPage } from '../document'

/** Where the function of the reference page finds its files: beside its code. */
const folder = join(bundles, referencePageId, 'files')

/** Writes the reference page, what it loads, and the OpenAPI document. What the page loads has a hash in its name. */
export function writeReferencePage(): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(describeApi()))
  const assets = {
    'scalar.js': readScalar(),
    'start.js': bundleStart(),
    'reference.json': JSON.stringify(describeForPage()),
    'theme.css': readFileSync('openapi/reference-page/theme.css', 'utf8'),
    'favicon.svg': readFileSync('openapi/reference-page/favicon.svg', 'utf8'),
  }
  let page = readFileSync('openapi/reference-page/page.html', 'utf8')
  for (const [name, content] of Object.entries(assets))
    page = page.replace(`{{${name}}}`, `/v1/docs/${writeHashed(name, content)}`)
  writeFileSync(join(folder, 'page.html'), page)
}

function writeHashed(name: string, content: string): string {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16)
  const { name: stem, ext } = parse(name)
  const hashed = `${stem}-${hash}${ext}`
  writeFileSync(join(folder, hashed), content)
  return hashed
}

/** The renderer's bundle for browsers, with its license, and without the address of a source map that is not served. */
function readScalar(): string {
  const entry = createRequire(join(process.cwd(), 'package.json')).resolve('@scalar/api-reference')
  const { version } = JSON.parse(readFileSync(join(dirname(entry), '../package.json'), 'utf8'))
  const bundle = readFileSync(join(dirname(entry), 'browser/standalone.js'), 'utf8')
  const license = `/*! @scalar/api-reference ${version}, MIT License, https://github.com/scalar/scalar */\n`
  return license + bundle.replace(/^\/\/# sourceMappingURL=.*$/m, '')
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
