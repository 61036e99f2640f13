import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { adviseAfterFailure, requireTable } from '../cli/deploy/table-guard'

// `cdk deploy`, with its options, unless the stack would lose its table.

// The AWS SDK would print it before all else.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true'
const args = process.argv.slice(2)

async function deploy(): Promise<void> {
  const asksForHelp = args.some((arg) => arg === '--help' || arg === '-h')
  if (!asksForHelp) await requireTable(args)
  const cdk = createRequire(__filename).resolve('aws-cdk/bin/cdk')
  const child = spawn(process.execPath, [cdk, 'deploy', '--no-notices', ...args], { stdio: 'inherit' })
  process.on('SIGINT', () => {}) // the CDK gets it from the terminal, too, and ends by itself
  process.on('SIGTERM', () => child.kill())
  child.on('exit', (code) => {
    process.exitCode = code ?? 1
    // Where CloudFormation cannot be asked, the CDK has said so.
    if (code !== 0)
      adviseAfterFailure(args).then(
        (advice) => advice && console.error(advice),
        () => {},
      )
  })
}

deploy().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
