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
  workerConcurrency: '5',
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
  const all = { 'aws:cdk:disable-asset-staging': true, ...context }
  return new App({ context: all, outdir, builtinCloudFormationValidation: checksTemplates })
}

type Context = Record<string, string | number | boolean>
/** No template says whether CloudFormation refuses to delete the stack. */
type Synthesis = { terminationProtection: boolean; template: object }

/**
 * The template of a stack, as `-c NAME=VALUE` makes it. It is kept on disk for other files and runs, as long as what
 * the synthesis reads stays the same.
 */
export function synthesizeTemplate(stage: string, context: Context = {}): Template {
  return Template.fromJSON(synthesize(stage, context).template)
}

export function synthesize(stage: string, context: Context = {}): Synthesis {
  const inputs = readFileSync(join(synthesized, 'inputs.sha256'), 'utf8')
  const text = JSON.stringify({ inputs, stage, context, checksTemplates })
  const file = join(folder, `${createHash('sha256').update(text).digest('hex')}.json`)
  if (!existsSync(file)) {
    const stack = new InventoryStack(makeApp(context), stage)
    const { terminationProtection = false } = stack
    const made: Synthesis = { terminationProtection, template: Template.fromStack(stack).toJSON() }
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(made))
    renameSync(`${file}.${process.pid}`, file)
  }
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** The resources of a type. `name` is the id of the construct: CDK puts a hash behind it. */
export function listResources(template: Template, type: string) {
  return Object.entries(template.findResources(type)).map(([id, resource]) => ({
    name: id.replace(/[0-9A-F]{8}$/, ''),
    properties: resource.Properties,
  }))
}

/** With the names of functions, such as `ListItems`, and the variables of their environment. */
export function listFunctions(template: Template) {
  return listResources(template, 'AWS::Lambda::Function').map(({ name, properties }) => {
    const variables: Record<string, unknown> = properties.Environment?.Variables ?? {}
    return { name, properties, variables }
  })
}

type Condition = { [operator: string]: { [key: string]: string[] } }
type Statement = { Action: string | string[]; Resource: unknown; Condition?: Condition }
/** All that functions may do, each statement with the name of its function and with its actions as a list. */
export function listRights(template: Template) {
  return listResources(template, 'AWS::IAM::Role').flatMap(({ name, properties }) => {
    const policies: { PolicyDocument: { Statement: Statement[] } }[] = properties.Policies ?? []
    const statements = policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    const of = name.replace(/Role$/, '')
    return statements.map((statement) => ({ ...statement, name: of, actions: [statement.Action].flat() }))
  })
}
