import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Beside the code of the function that serves the pages. */
const outDir = '../dist/functions/pages/files/dashboard'

/** Files are found to be kept by the hash in their names: see functions/pages/files.ts. */
const output = {
  hashCharacters: 'hex',
  entryFileNames: '[name]-[hash:16].js',
  chunkFileNames: '[name]-[hash:16].js',
  assetFileNames: '[name]-[hash:16][extname]',
} as const

/** What the first page needs is one file: a dozen small ones, each compressed alone, are 15 KB more. */
const firstLoad = { name: 'first', test: /src\/main\.tsx$/ }

/** The styles stand behind what is shown at first, which need not wait for them, and before those of the theme. */
const stylesLast: Plugin = {
  name: 'styles-last',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => {
      const links = html.match(/ *<link rel="stylesheet".*>\n/g) ?? []
      const others = links.reduce((page, link) => page.replace(link, ''), html)
      return others.replace('<div id="root">', `${links.join('')}<div id="root">`)
    },
  },
}

export default defineConfig(({ command }) => {
  // Also where a test builds it, whose Node environment is another.
  if (command === 'build') process.env.NODE_ENV = 'production'
  return {
    // The page says below which address it is served: see functions/pages/sign-in.ts.
    base: './',
    plugins: [react(), stylesLast],
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      assetsDir: '',
      cssCodeSplit: false, // styles of a page that come later would stand before these
      modulePreload: { polyfill: false },
      rolldownOptions: { output: { ...output, codeSplitting: { groups: [firstLoad] } } },
    },
    worker: { format: 'es', rolldownOptions: { output } },
    // That of Node needs its Buffer.
    resolve: { alias: { 'csv-stringify/sync': 'csv-stringify/browser/esm/sync' } },
  }
})
