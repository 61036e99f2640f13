import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import { keys } from '../../functions/store/schema'
import type { Shop } from './shop'

/** As if time had passed, which stands still here: the company may write many rows at once again. */
export async function forgetPace({ table, companyId }: Pick<Shop, 'table' | 'companyId'>): Promise<void> {
  await table.db.send(new DeleteCommand({ TableName: table.name, Key: keys.pace(companyId) }))
}
