import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { requireInert } from '../../cli/deploy/assembly-guard'
import { requireTable } from '../../cli/deploy/table-guard'
import { useFolder } from '../support/folder'
import { synthesized } from '../support/stack'

// What an assembly must not have: each of these makes the CDK run a command, or upload what is not in the assembly.

const folder = useFolder()
const source = { path: 'asset.1', packaging: 'zip' }
const asset = (own: object) => JSON.stringify({ files: { a: { source: { ...source, ...own } } }, dockerImages: {} })
const command = asset({ executable: ['id'] })
const stack = { type: 'aws:cloudformation:stack', properties: { templateFile: 'S.template.json' } }
const assets = { type: 'cdk:asset-manifest', properties: { file: 'S.assets.json' } }
const metadata = { '/S': [{ type: 'aws:cdk:asset', data: { packaging: 'container-image', path: '.' } }] }

/** Writes an assembly with the texts of the files in it, instead of the usual ones. */
function writeAssembly(files: Record<string, string> = {}, artifacts: object = {}): string {
  const app = mkdtempSync(join(folder, 'cdk.out-'))
  mkdirSync(join(app, 'asset.1'))
  const manifest = JSON.stringify({ artifacts: { S: stack, 'S.assets': assets, ...artifacts } })
  for (const [name, text] of Object.entries({ 'manifest.json': manifest, 'S.assets.json': asset({}), ...files }))
    writeFileSync(join(app, name), text)
  return app
}

test.each<[string, string, Record<string, string>, object?]>([
  ['a command, escaped', 'executable', { 'S.assets.json': command.replace('"exec', String.raw`"\u0065xec`) }],
  ['another file', 'o.json: .*executable', { 'o.json': command }, { O: { ...assets, properties: { file: 'o.json' } } }],
  ['a nested assembly', 'manifest.json: .*type', {}, { N: { type: 'cdk:cloud-assembly', properties: {} } }],
  ['an image', 'dockerImages', { 'S.assets.json': '{"dockerImages":{"a":{"source":{"directory":"asset.1"}}}}' }],
  ['a hidden key', '__proto__', { 'S.assets.json': command.replace('"a"', '"__proto__"') }],
  ['metadata', 'aws:cdk:asset', {}, { S: { ...stack, metadata } }],
  ['a file of it', 'aws:cdk:asset', { m: JSON.stringify(metadata) }, { S: { ...stack, additionalMetadataFile: 'm' } }],
  ['a path outside', 'out of its folder', { 'S.assets.json': asset({ path: '../package.json' }) }],
  ['an absolute path', 'out of its folder', { 'S.assets.json': asset({ path: '/proc/self/environ' }) }],
  ['no manifest of assets', 'S.assets.json', { 'S.assets.json': '' }],
])('refused, also by `npm run deploy`: %s', async (_, reason, files, artifacts = {}) => {
  const app = writeAssembly(files, artifacts)
  expect(() => requireInert(app)).toThrow(new RegExp(`The assembly .* is refused, by .*${reason}`))
  await expect(requireTable(['--app', app])).rejects.toThrow('is refused, by')
})

test('ours is taken, and one with a link is not', () => {
  requireInert(synthesized)
  const app = writeAssembly()
  symlinkSync('/proc/self/environ', join(app, 'asset.1', 'link'))
  expect(() => requireInert(app)).toThrow('is refused, by link: It is neither a file nor a folder')
})
