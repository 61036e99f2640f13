import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { RunningService } from './child-processes'
import type { DrillCompany } from './history'
import type { DrillSteps, Tell } from './steps'
import type { DrillWebhook } from './webhooks'

/** `name` is new on each run: a drill touches no table but its own, whatever the engine has. */
export type Drill = {
  name: string
  folder: string
  /** How many items each company gets. */
  items: number
  steps: DrillSteps
  signal: AbortSignal
  /** What ends the services that the drill has started. */
  stops: (() => Promise<void>)[]
  /** What deletes its tables. They would stay in an engine that is not the drill's own. */
  removals: (() => Promise<void>)[]
}

/**
 * A company as it was before the disaster: the answer to its recorded sale, the number of its items, and its webhook.
 */
export type Witness = DrillCompany & { answer: object; total: number; webhook: DrillWebhook }

/** The service before the disaster. `db` is its engine. */
export type Before = { service: RunningService; db: DynamoDBClient; companies: Witness[] }

export type Doing = { drill: Drill; tell: Tell }
