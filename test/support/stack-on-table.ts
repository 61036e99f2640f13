import { App } from 'aws-cdk-lib'
import { Template as Synthesized } from 'aws-cdk-lib/assertions'
import { InventoryStack } from '../../lib/inventory-stack'
import { type Stack, Template } from '../../local/template'
import { readTestStack } from './stack'

/** The tests' stack on an existing table, as `-c table=NAME` makes it. */
export function makeStackOnTable(table: string): Stack {
  const stack = new InventoryStack(new App({ context: { table } }), 'dev')
  return { ...readTestStack(), template: Template.parse(Synthesized.fromStack(stack).toJSON()) }
}
