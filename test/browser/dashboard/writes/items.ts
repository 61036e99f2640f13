import { countMovements, findField, findItem, makeItem, press, typeInto, type Write } from './write'

export const itemWrites: Write[] = [
  {
    name: 'sell',
    method: 'POST',
    path: /\/transactions$/,
    prepare: async (client, text) => {
      const { id } = await makeItem(client, text)
      return `/items/${id}?move=sell&of=${id}`
    },
    ...typeInto('Note'),
    submit: press('Sell'),
    count: (client, text) => countMovements(client, text, ({ note }) => note === text),
  },
  {
    name: 'receive',
    method: 'POST',
    path: /\/transactions$/,
    prepare: async (client, text) => {
      const { id } = await makeItem(client, text)
      return `/items/${id}?move=receive&of=${id}`
    },
    fill: async (page, text) => {
      await findField(page, 'Units received').fill('4')
      await findField(page, 'Note').fill(text)
    },
    typed: (page) => findField(page, 'Note').inputValue(),
    submit: press('Receive'),
    count: (client, text) => countMovements(client, text, ({ note }) => note === text),
  },
  {
    name: 'count',
    method: 'POST',
    path: /\/transactions$/,
    prepare: async (client, text) => {
      const { id } = await makeItem(client, text)
      return `/items?search=${text}&move=count&of=${id}`
    },
    fill: async (page, text) => {
      await page.getByLabel('Units on the shelf').fill('90')
      await page.getByLabel('Note').fill(text)
    },
    typed: (page) => findField(page, 'Note').inputValue(),
    submit: press('Count'),
    count: (client, text) => countMovements(client, text, ({ type }) => type === 'count'),
  },
  {
    name: 'adjust',
    method: 'POST',
    path: /\/transactions$/,
    prepare: async (client, text) => {
      const { id } = await makeItem(client, text)
      return `/items/${id}?move=adjust&of=${id}`
    },
    fill: async (page, text) => {
      await findField(page, 'Units more (3) or fewer (-3)').fill('-3')
      await findField(page, 'Note').fill(text)
    },
    typed: (page) => findField(page, 'Note').inputValue(),
    submit: press('Adjust'),
    count: (client, text) => countMovements(client, text, ({ type }) => type === 'adjust'),
  },
  {
    name: 'create an item',
    method: 'POST',
    path: /\/items$/,
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
    method: 'PUT',
    path: /\/items\/itm_\w+$/,
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
    method: 'POST',
    path: /\/reverse$/,
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
    method: 'DELETE',
    path: /\/items\/itm_\w+$/,
    prepare: async (client, text) => `/items/${(await makeItem(client, text)).id}?trash=true`,
    submit: press('Move to trash'),
    count: async (client, text) => (await client.listTrash({ sku: text })).pagination.total,
  },
  {
    name: 'restore from the trash',
    isOneWay: true,
    method: 'POST',
    path: /\/restore$/,
    prepare: async (client, text) => {
      await client.deleteItem((await makeItem(client, text)).id)
      return `/trash?search=${text}`
    },
    submit: (page) => page.getByRole('button', { name: /^Restore: / }).click(),
    count: async (client, text) => (await client.listItems({ sku: text })).pagination.total,
  },
]
