import { readFileSync, rmSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { buildSync } from 'esbuild'
import { functionIds, makeBundling, maxGzipBytes } from '../lib/bundling'
import { bundles } from '../lib/entries'
import { writeReferencePage } from '../openapi/reference-page/write'

rmSync(bundles, { recursive: true, force: true })
buildSync(makeBundling(bundles))
writeReferencePage()

const sizes = functionIds.map((id) => ({ id, bytes: gzipSync(readFileSync(`${bundles}/${id}/index.js`)).length }))
const [largest = { id: '', bytes: 0 }] = sizes.sort((a, b) => b.bytes - a.bytes)
const told = `the largest, ${largest.id}, has ${Math.ceil(largest.bytes / 1_000)} KB gzipped`
console.log(`Built ${functionIds.length} functions; ${told}.`)
if (largest.bytes > maxGzipBytes) throw new Error(`${told}: ${maxGzipBytes / 1_000} are allowed`)
