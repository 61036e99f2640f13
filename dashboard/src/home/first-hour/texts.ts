import type { StepName } from './steps'

type StepText = { title: string; hint: string }

const steps: Record<StepName, StepText> = {
  items: { title: 'Bring in your items', hint: 'Import a spreadsheet, or make at least three by hand.' },
  reorder: {
    title: 'Set reorder points',
    hint: 'With fewer units than its reorder point, an item is low, and shows here.',
  },
  invite: { title: 'Invite somebody', hint: 'A member changes stock and orders, a viewer looks, an owner does all.' },
  connect: {
    title: 'Connect your shop or your spreadsheet',
    hint: 'A key lets a program in. A webhook tells it of changes.',
  },
}

export const texts = {
  title: 'The first hour',
  steps,
  done: (done: string, all: string) => `${done} of ${all} done`,
  hide: 'Hide this list',
  importItems: 'Import a spreadsheet',
  newItem: 'New item',
  openItems: 'Open the items',
  invite: 'Invite a person',
  newKey: 'New API key',
  newWebhook: 'New webhook',
}
