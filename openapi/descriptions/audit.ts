/** What the fields of audit entries mean. */
export const auditDescriptions = {
  AuditEntry: 'One change: who changed what, and when. It outlives what was changed.',
  AuditList: 'A page of the audit log.',

  id: 'The id of the entry: `aud_` and 28 characters. The transaction with the same characters is the same change.',
  action: 'What was done. Movements of stock and verbs of orders are `update`.',
  resource_type: 'The kind of object that was changed.',
  resource_id: 'The id of the object that was changed.',
  item_id: 'The id of the item. Null for orders and snapshots.',
  sku: 'The SKU of the item at that time. Null for orders and snapshots.',
  actor: 'Who made the change.',
  'actor.type': '`api_key` for a request, `system` for what the service did on its own.',
  'actor.id': 'The id of the API key, or the name of the job.',
  'actor.name': 'The name of the API key.',
  changes: 'The fields that changed.',
  'changes.field': 'The name of the field.',
  'changes.from': 'The value before. Null if there was none.',
  'changes.to': 'The value after. Null if there is none.',
  transaction_id: 'The transaction, where the change moved stock.',
  order_id: 'The purchase order that the change belongs to.',
  snapshot_id: 'The snapshot that the change belongs to.',
}
