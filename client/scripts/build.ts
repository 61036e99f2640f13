import { execFileSync } from 'node:child_process'
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync, type Format } from 'esbuild'
import { description, license, name, version } from '../package.json'

// Writes the package that is published into dist/client: for `import` and for `require`, each with its declarations.

const source = join(__dirname, '..')
const target = join(source, '../dist/client')

const manifest = {
  name,
  version,
  description,
  license,
  type: 'module',
  sideEffects: false,
  engines: { node: '>=20.19.0' },
  main: './index.cjs',
  types: './index.d.cts',
  exports: {
    '.': {
      import: { types: './index.d.ts', default: './index.js' },
      require: { types: './index.d.cts', default: './index.cjs' },
    },
    './package.json': './package.json',
  },
}

function main(): void {
  rmSync(target, { recursive: true, force: true })
  bundle('esm', 'index.js')
  bundle('cjs', 'index.cjs')
  writeDeclarations()
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  writeFileSync(join(target, 'README.md'), dropLinks(readFileSync(join(source, 'README.md'), 'utf8')))
  copyFileSync(join(source, '../LICENSE'), join(target, 'LICENSE'))
  console.log(`Built ${name} ${version} in dist/client. To publish it: npm publish dist/client`)
}

function bundle(format: Format, file: string): void {
  buildSync({
    entryPoints: [join(source, 'index.ts')],
    outfile: join(target, file),
    bundle: true,
    format,
    platform: 'neutral',
    target: 'es2022',
    logLevel: 'warning',
  })
}

/** The compiler leaves specifiers as they are written. Node's resolution wants them with the extension. */
function writeDeclarations(): void {
  const compiler = join(source, '../node_modules/.bin/tsc')
  execFileSync(compiler, ['-p', join(source, 'tsconfig.json')], { stdio: 'inherit' })
  const files = readdirSync(target, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.d.ts'))
  for (const file of files.map((file) => join(target, file))) {
    const text = readFileSync(file, 'utf8')
    const withExtension = (extension: string) => text.replace(/(from ')(\.[^']+)(')/g, `$1$2${extension}$3`)
    writeFileSync(file.replace(/\.ts$/, '.cts'), withExtension('.cjs'))
    writeFileSync(file, withExtension('.js'))
  }
}

/** Links to other files of the repository lead nowhere from the package. */
function dropLinks(text: string): string {
  return text.replace(/\[([^\]]+)\]\(\.\.\/[^)]+\)/g, '$1')
}

main()
