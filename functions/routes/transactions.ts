import * as transaction from '../contract/transaction'
import { create, nameRoutes, read } from './route'

const transactionPath = { params: transaction.TransactionParams, missing: 'transaction_not_found' } as const

export const routes = nameRoutes({
  'list-transactions': read('/transactions', 'List the stock ledger, newest first', {
    query: transaction.ListTransactions,
    meterBeforeRunning: true,
    reply: transaction.TransactionList,
  }),
  'list-daily-stock': read('/stock/daily', 'List how much stock moved on each day, by type', {
    query: transaction.ListDailyStock,
    meterBeforeRunning: true,
    reply: transaction.DailyStock,
  }),
  'create-transactions': create('/transactions', 'Move stock: one transaction, or up to 40 at once, all or none', {
    body: transaction.CreateTransactions,
    nameField: transaction.nameMovement,
    reply: transaction.CreatedTransactions,
    dryRunReply: transaction.CreatedTransactions,
    refuses: [
      'insufficient_stock',
      'version_conflict',
      'invalid_state',
      'over_receipt',
      'item_in_trash',
      'limit_exceeded',
      'order_not_found',
      'item_not_found',
    ],
  }),
  'get-transaction': read('/transactions/{id}', 'Get a transaction', {
    ...transactionPath,
    reply: transaction.Transaction,
  }),
  'reverse-transaction': create(
    '/transactions/{id}/reverse',
    'Take a transaction back, by one of the opposite amount',
    {
      ...transactionPath,
      creates: '/transactions',
      body: transaction.ReverseTransaction,
      bodyOptional: true,
      reply: transaction.Transaction,
      refuses: ['insufficient_stock', 'invalid_state', 'item_in_trash', 'item_not_found'],
    },
  ),
})
