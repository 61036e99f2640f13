import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { InventoryStack } from '../../lib/inventory-stack'
import { chooseSize } from './size'
import { synthesized } from './stack'

const folder = 'dist/test/templates'

/** Context values, for tests that need a stack without these parts. */
export const leftOut = { docs: 'false', metrics: 'false', traces: '0' }

/** And for those that need a stack with these values, or with flags of the CDK. */
export const given = {
  dailySnapshots: 'cron(0 1 * * ? *)',
  nightlyWorkers: '8',
  runbook: 'https://example.com/runbook/',
  '@aws-cdk/core:flag': true,
  'aws:cdk:enable-path-metadata': true,
}

/** Where the apps of a run write. `test/support/run-setup.ts` removes the folder at its end. */
const apps = 'dist/test/apps'
let made = 0

/** Each template is checked by CloudFormation's rules, which takes most of a synthesis: one is in every run already. */
const checksTemplates = chooseSize({ quick: false, thorough: true })

/** An app whose assets stay where they are. */
export function makeApp(context: object = {}): App {
  const outdir = join(apps, `${process.pid}-${made++}-${Date.now()}`)
  return new App({
    context: { 'aws:cdk:disable-asset-staging': true, ...context },
    outdir,
    builtinCloudFormationValidation: checksTemplates,
  })
}

/**
 * The template of a stack, as `-c NAME=VALUE` makes it. It is kept on disk for other files and runs, as long as what
 * the synthesis reads stays the same.
 */
export function synthesizeTemplate(stage: string, context: Record<string, string | number | boolean> = {}): Template {
  const inputs = readFileSync(join(synthesized, 'inputs.sha256'), 'utf8')
  const name = createHash('sha256')
    .update(JSON.stringify([inputs, stage, context, checksTemplates]))
    .digest('hex')
  const file = join(folder, `${name}.json`)
  if (!existsSync(file)) {
    const text = JSON.stringify(Template.fromStack(new InventoryStack(makeApp(context), stage)).toJSON())
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${file}.${process.pid}`, text)
    renameSync(`${file}.${process.pid}`, file)
  }
  return Template.fromJSON(JSON.parse(readFileSync(file, 'utf8')))
}
