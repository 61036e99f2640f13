import { countMovements, findField, findItem, makeItem, press, typeInto, type Write } from './write'

/** A movement whose note is the text. `units`: their field, and what is typed there. */
function makeMove(move: string, type: string, units?: [label: string, value: string]): Write {
  return {
    name: move,
    operation: 'create-transactions',
    prepare: async (client, text) => {
      const { id } = await makeItem(client, text)
      return `/items${move === 'count' ? `?search=${text}&` : `/${id}?`}move=${move}&of=${id}`
    },
    fill: async (page, text) => {
      if (units) await findField(page, units[0]).fill(units[1])
      await findField(page, 'Note').fill(text)
    },
    typed: (page) => findField(page, 'Note').inputValue(),
    submit: press(move.replace(/^./, (first) => first.toUpperCase())),
    count: (client, text) => countMovements(client, text, (row) => row.type === type && row.note === text),
  }
}

export const itemWrites: Write[] = [
  makeMove('sell', 'issue'),
  makeMove('receive', 'receive', ['Units received', '4']),
  makeMove('count', 'count', ['Units on the shelf', '90']),
  makeMove('adjust', 'adjust', ['Units more (3) or fewer (-3)', '-3']),
  {
    name: 'create an item',
    operation: 'create-item',
    prepare: async () => '/items?create=true',
    fill: async (page, text) => {
      await findField(page, 'Name').fill(text)
      await findField(page, 'SKU').fill(text)
    },
    typed: (page) => findField(page, 'Name').inputValue(),
    submit: press('Create'),
    count: async (client, text) => (await client.listItems({ sku: text })).pagination.total,
  },
  {
    name: 'edit an item',
    operation: 'update-item',
    prepare: async (client, text) => `/items/${(await makeItem(client, text)).id}?edit=true`,
    ...typeInto('Name'),
    submit: press('Save'),
    count: async (client, text) =>
      (await client.listAudit({ item_id: (await findItem(client, text)).id }).toArray()).filter(({ changes }) =>
        changes.some(({ field, to }) => field === 'name' && to === text),
      ).length,
  },
  {
    name: 'reverse',
    isOneWay: true,
    operation: 'reverse-transaction',
    prepare: async (client, text) => {
      const { id } = await makeItem(client, text)
      const sale = await client.createTransactions({ type: 'issue', item_id: id, quantity: 5 })
      return `/items/${id}?reverse=${sale.id}`
    },
    ...typeInto('Note'),
    submit: press('Reverse'),
    count: (client, text) => countMovements(client, text, ({ type }) => type === 'reversal'),
  },
  {
    name: 'move to the trash',
    isOneWay: true,
    operation: 'delete-item',
    prepare: async (client, text) => `/items/${(await makeItem(client, text)).id}?trash=true`,
    submit: press('Move to trash'),
    count: async (client, text) => (await client.listTrash({ sku: text })).pagination.total,
  },
  {
    name: 'restore from the trash',
    isOneWay: true,
    operation: 'restore-item',
    prepare: async (client, text) => {
      await client.deleteItem((await makeItem(client, text)).id)
      return `/trash?search=${text}`
    },
    submit: (page) => page.getByRole('button', { name: /^Restore: / }).click(),
    count: async (client, text) => (await client.listItems({ sku: text })).pagination.total,
  },
]
