import type { Command } from '../../command-line'
import { customerOptions, customerUsage } from '../customer'
import { exportList } from './export-list'

const usage = `Exports a list as a file for spreadsheets or programs.

  npx inventory export LIST --out FILE [options]      LIST is items, transactions, orders or audit

  Items and orders are written oldest first, transactions and the audit log newest first. While others write, no row is
  written twice or missed, if it is there from the beginning to the end. With --since, items and orders begin with the
  newest change; one that changes while the command runs may come with the next export alone.

  --out FILE       where to write: a workbook if it ends in .xlsx. It appears when it is complete. Without it: stdout
  --since T        only what is newer: transactions and audit entries after T, items and orders that changed after T
  --format F       csv (default), or jsonl: one JSON object a line, as the API answers
  --separator C    between cells, ',' unless given; ';' for spreadsheets that write decimal commas; '|' or tab
${customerUsage}

  CSV is UTF-8 with a mark. A text that a spreadsheet would run as a formula has an apostrophe in front; 'npx inventory import'
  takes it off again. A workbook has such texts as they are. Orders have no line items: the API's GET /orders/{id} has them.

  npx inventory export items --out items.csv`

const text = { type: 'string' } as const

export const command: Command = {
  usage,
  action: {
    argument: 'a list',
    options: { ...customerOptions, out: text, since: text, format: text, separator: text },
    run: exportList,
  },
}
