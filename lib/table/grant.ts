import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { byResource, type RowKind, tableKey } from '../../functions/store/table/schema'
import type { StackTable } from './table'

type Action = 'GetItem' | 'BatchGetItem' | 'PutItem' | 'UpdateItem' | 'DeleteItem' | 'ConditionCheckItem' | 'Query'
/** Of the table; and of its index, by resource. A row is of a kind if its partition key there begins with it. */
type Kind = `${RowKind | 'ITEM' | 'ORDER' | 'SNAPSHOT'}#`

/**
 * One statement of a policy. What a database transaction does by one action is in one grant: see docs/decisions/0074.
 * `attributes`: all that the request may name, beside the key. Without it, it may name any.
 */
export type Grant = { action: Action; kinds: Kind[]; index?: string; attributes?: string[] }

export const get = (...kinds: Kind[]): Grant => ({ action: 'GetItem', kinds })
export const getBatch = (...kinds: Kind[]): Grant => ({ action: 'BatchGetItem', kinds })
export const query = (...kinds: Kind[]): Grant => ({ action: 'Query', kinds })
export const queryLogOf = (...kinds: Kind[]): Grant => ({ action: 'Query', kinds, index: byResource.name })
export const put = (...kinds: Kind[]): Grant => ({ action: 'PutItem', kinds })
export const remove = (...kinds: Kind[]): Grant => ({ action: 'DeleteItem', kinds })
export const check = (...kinds: Kind[]): Grant => ({ action: 'ConditionCheckItem', kinds })
/** `attributes`: all that it sets, removes, or has a condition on. An update could write each of them. */
export const update = (kinds: Kind[], ...attributes: string[]): Grant => ({ action: 'UpdateItem', kinds, attributes })

export function makeStatement({ action, kinds, index, attributes }: Grant, { tableArn }: StackTable): PolicyStatement {
  const limits = {
    'dynamodb:LeadingKeys': kinds.map((kind) => `${kind}*`),
    ...(attributes && { 'dynamodb:Attributes': [tableKey.partition, tableKey.sort, ...attributes] }),
  }
  return new PolicyStatement({
    effect: Effect.ALLOW,
    actions: [`dynamodb:${action}`],
    resources: [index === undefined ? tableArn : `${tableArn}/index/${index}`],
    conditions: { 'ForAllValues:StringLike': limits },
  })
}
