/** What can be found, each with what it means. The runbook says what to do: docs/runbook/verify-findings.md. */
export const findingMeanings = {
  malformed_row: 'a row cannot be read',
  misplaced_row: 'a row is under another key than its content says',
  unknown_row: 'a row of the company is of a shape that this release does not know',
  expiring_row: 'DynamoDB would delete a row that must stay',
  missing_item: 'the log has a live item, or one in trash, that has no row',
  wrong_item: 'an item is not what its newest log row says',
  wrong_quantity: 'the quantity of an item is not what its ledger comes to',
  broken_ledger: 'the transactions of an item do not build on each other',
  missing_log_row: 'a change or a transaction has no log row',
  wrong_log_row: 'a log row does not fit the rows beside it',
  incomplete_transaction: 'some log rows of a database transaction are missing',
  torn_reversal: 'a reversal and the transaction that it reverses do not name each other',
  missing_sku_guard: 'a live item has no SKU guard, so its SKU can be given away',
  orphan_sku_guard: 'a SKU guard names no live item of its SKU, so the SKU cannot be used',
  missing_order: 'the log has an order that has no row',
  wrong_order: 'an order is not what its newest log row says',
  torn_order: 'what an order has received is not what its receipts and the ledger say',
  wrong_order_status: 'the status of an order does not fit its lines and times',
  wrong_order_number: 'an order number is there twice, or was never given',
  orphan_receipt: 'a receipt belongs to no order',
  wrong_count: 'a stored count of the log is not what the log rows say',
  damaged_base: 'chunks of a base are missing or cannot be read',
  wrong_base: 'a cold list would not show what the rows say',
  damaged_snapshot: 'chunks of a snapshot are missing, or are not what was written',
  wrong_restore: 'a restore runs without the lock, or the lock is from the future',
  wrong_webhook: 'a webhook does not agree with its company or with itself, or its secret is not sealed',
  wrong_webhook_count: 'the company counts other webhooks than it has, or has too many',
  wrong_delivery: 'a delivery does not fit its attempts, or what it needs is missing',
  wrong_company: 'the row of the company does not agree with its plan',
  wrong_person: 'the rows of a person do not agree, or the owners of a company are miscounted',
  wrong_key: 'the rows of an API key do not agree with each other or with the company',
} as const

export type FindingCode = keyof typeof findingMeanings

/** `resource`: an id, a SKU, an order number, a day or a key. `text`: what was found, against what was expected. */
export type Finding = { code: FindingCode; resource: string; text: string }
