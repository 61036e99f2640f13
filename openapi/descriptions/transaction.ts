import { forSchemas } from './common'

/** What the fields of transactions mean. */
export const transactionDescriptions = {
  Transaction: 'One line of the stock ledger. It never changes, but that `reversed_by` is set once.',
  Movement: 'A movement of the stock of one item, which becomes a transaction.',
  CreateTransactions: 'One movement, or up to 40 that are committed together or not at all.',
  CreatedTransactions: 'The transaction, or a list of them: in the form of the request.',
  ReverseTransaction: 'Why the transaction is taken back.',
  TransactionList: 'A page of the stock ledger.',
  DailyStock: 'How much stock moved, by day and type. What did not occur is left out.',
  'DailyStock.data': 'By date, oldest first.',
  DailyMovements: 'The movements of a type on one day.',

  date: 'The day of the company.',
  time_zone: 'In which the days are cut. Those before a change of it stay as they were.',
  movements: 'How many there were. A `reversal` is one, too.',
  units_in: 'What those that added to the stock have added.',
  units_out: 'What those that took from the stock have taken, as a number of 0 or more.',
  id: 'The id of the transaction: `txn_` and 28 characters. Null in the answer to a `dry_run`.',
  type: 'What moved the stock. `initial`, `direct_update`, `reversal` and `snapshot_restore` are made by the service.',
  name: 'The name of the item at that time.',
  sku: 'The SKU of the item at that time.',
  sequence: 'The number of the transaction in the life of its item: 1, 2, 3, …, without gaps.',
  quantity_change: 'How much was added to the stock, or, below 0, taken from it.',
  quantity_before: 'The quantity of the item before.',
  quantity_after: 'The quantity of the item after: `quantity_before` plus `quantity_change`.',
  reason: 'Why the stock moved.',
  reference: 'Your own number for it, such as that of a delivery note. Up to 255 characters.',
  note: 'A remark. Up to 1 000 characters.',
  order_id: 'The purchase order whose goods were received.',
  line_item_id: 'The line item of that order.',
  receipt_id: 'The receipt of that order.',
  reversal_of: 'The transaction that this one takes back.',
  reversed_by: 'The transaction that takes this one back. Null if there is none.',
  api_key_id: 'The id of the API key that was used. Null if the service made the transaction on its own.',
  occurred_at: 'When it happened in the warehouse, as the client says. The ledger is in the order of `created_at`.',

  ...forSchemas(['Movement', 'CreateTransactions'], {
    type: 'What moves the stock. It says what `quantity` means.',
    quantity:
      'With `receive`, `issue` and `return`, how much is moved: at least 1. With `adjust`, how much is added, or, below 0, taken: not 0. With `count`, how much was found: at least 0.',
    item_id: 'The id of the item. Either this or `sku`; neither is needed with `order_id`.',
    sku: 'The SKU of the item, in place of `item_id`: both together are refused.',
    occurred_at:
      'When it happened in the warehouse: ISO 8601 with `Z` or an offset. Your clock may be five minutes ahead; what is later is refused.',
    order_id: 'With `receive`: the purchase order whose goods are received.',
    line_item_id: 'The line item of that order. Required with `order_id`.',
  }),
  expected_quantity:
    'The quantity that you have seen. If the item has another one, the request is refused with `version_conflict`.',
  expected_sequence:
    'The `sequence` of the newest transaction of the item that you have seen, or 0 if it has none. If the item has moved since, the request is refused with `version_conflict`, also where its quantity is the same again.',
  dry_run:
    'With `true`, the answer is what would happen, with status 200. Nothing is written. After the dry run of a `count`, lists have every transaction of the item before its `sequence`.',
  transactions: 'From 1 to 40 movements. Those of one item are applied in the order of the list.',
  'CreatedTransactions.data': 'The transactions, in the order of the request.',
}
