import { type Stack, Template } from '../../local/template'
import { readTestStack } from './stack'
import { synthesizeTemplate } from './template'

/** The tests' stack on an existing table, as `-c table=NAME` makes it. */
export function makeStackOnTable(table: string): Stack {
  return { ...readTestStack(), template: Template.parse(synthesizeTemplate('dev', { table }).toJSON()) }
}
