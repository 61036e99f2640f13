import type { Command } from './command-line'

/** A command is loaded when it is run: some take longer to load than others to run. */
type Listed = { summary: string; load: () => Promise<{ command: Command }> }
export type Commands = Record<string, Listed>

export const forEngineers: Commands = {
  companies: {
    summary: 'the customers of the service: their plans, suspension, export and erasure',
    load: () => import('./companies/main'),
  },
  keys: { summary: 'the API keys of a company', load: () => import('./keys/main') },
  people: { summary: 'the people of a company, who sign in', load: () => import('./people/main') },
  verify: {
    summary: 'checks whether what is stored of a company is as it must be',
    load: () => import('./verify/main'),
  },
  failures: {
    summary: 'the queue of failures: lists, replays and discards events',
    load: () => import('./failures/main'),
  },
  webhooks: {
    summary: 'the master key of webhooks: whether it is the right one, and a new one',
    load: () => import('./webhooks/main'),
  },
  trace: { summary: 'translates a logged stack into our files', load: () => import('./trace/main') },
  smoke: { summary: 'calls every route of a deployed service that a key can call', load: () => import('./smoke/main') },
  stacks: {
    summary: 'a stack whose first deployment has failed: why, and what is left of it',
    load: () => import('./stacks/main'),
  },
  tables: {
    summary: 'prepares a restored or imported table for a deployment',
    load: () => import('./recovery/tables'),
  },
  drill: {
    summary: 'rehearses a disaster on this machine: loses a table and brings it back',
    load: () => import('./recovery/drill'),
  },
}

export const forUsers: Commands = {
  import: { summary: 'imports items from a CSV file', load: () => import('./spreadsheets/import/main') },
  export: {
    summary: 'exports items, transactions, orders or the audit log',
    load: () => import('./spreadsheets/export/main'),
  },
  events: { summary: 'prints what has happened, and follows it', load: () => import('./events/main') },
  listen: { summary: 'receives the events of a webhook on this machine', load: () => import('./listen/main') },
  stocktake: { summary: 'corrects quantities by a counted sheet', load: () => import('./spreadsheets/stocktake/main') },
}

/** What the local service runs itself. `--help` leaves it out. */
export const internal: Commands = { demo: { summary: 'the demo companies', load: () => import('./demo/main') } }

export const commands: Commands = { ...forEngineers, ...forUsers, ...internal }
