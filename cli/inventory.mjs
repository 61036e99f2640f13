#!/usr/bin/env node
// Loads TypeScript as it is, so that the command is there without a build.
import { createRequire } from 'node:module'
import { sep } from 'node:path'
import { fileURLToPath } from 'node:url'

// Below a workspace, such as client/scripts, npx starts us in the workspace. Files are those of where the user stands.
const { npm_command, INIT_CWD = '' } = process.env
if (npm_command === 'exec' && INIT_CWD.startsWith(process.cwd() + sep)) process.chdir(INIT_CWD)

// What lies where the user stands must not change how our files are read.
process.env.TSX_TSCONFIG_PATH = fileURLToPath(new URL('../tsconfig.json', import.meta.url))
// The AWS SDK would print it before what a command has to say. CONTRIBUTING.md says until when Node 20 will do.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true'

// Who reads our output may stop before its end, as `head` does. A full disk is told. A command that must know hears of
// either by itself, and goes on to say what it has made.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error) => {
    if (error.code === 'EPIPE') return
    if (stream === process.stderr) throw error
    console.error(error.message)
    process.exitCode = 1
  })

await import('tsx')
await createRequire(import.meta.url)('./main.ts').runInventory(process.argv.slice(2))
