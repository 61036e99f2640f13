import { type Stack, Template } from '../../local/template'
import { readTestStack } from './stack'
import { synthesizeTemplate } from './template'

/** The tests' stack, as `-c NAME=VALUE` makes it. */
export function makeStackWith(context: Record<string, string>): Stack {
  return { ...readTestStack(), template: Template.parse(synthesizeTemplate('dev', context).toJSON()) }
}
