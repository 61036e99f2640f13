import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { RunningService } from './child-processes'
import type { DrillCompany } from './history'
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

export type Tell = (text: string) => void
export type Step = { title: string; aws: keyof typeof onAws }

/** Runs the steps of a drill, and tells each with its time and with what it is on AWS. */
export class DrillSteps {
  readonly seconds: { title: string; seconds: number }[] = []

  constructor(private readonly tell: Tell) {}

  /** `work` tells what it has done. */
  async run<Result>({ title, aws }: Step, work: (tell: Tell) => Promise<Result>): Promise<Result> {
    this.tell(`\n${this.seconds.length + 1}. ${title}`)
    this.tell(onAws[aws].map((command, index) => `${index === 0 ? '   on AWS: ' : '           '}${command}`).join('\n'))
    const since = performance.now()
    try {
      return await work((text) => this.tell(text.trimEnd().replace(/^/gm, '   ')))
    } finally {
      const seconds = (performance.now() - since) / 1_000
      this.seconds.push({ title, seconds })
      this.tell(`   ${seconds.toFixed(1)} s`)
    }
  }
}

/** What an engineer runs on AWS in place of a step of the drill. Words in capitals stand for what differs. */
const onAws = {
  deploy: ['npm run deploy -- -c stage=prod'],
  export: [
    'aws dynamodb export-table-to-point-in-time --table-arn ARN --s3-bucket BUCKET --export-format DYNAMODB_JSON',
    'npx inventory companies export --company ID --out ID.jsonl --stack Inventory-prod',
  ],
  lose: ['(nothing: this is the disaster)'],
  restore: [
    '# where rows were damaged: the table as it was before',
    'aws dynamodb restore-table-to-point-in-time --source-table-name OLD_TABLE --target-table-name NEW_TABLE \\',
    '  --restore-date-time TIME',
    '# where the table was deleted: the backup that DynamoDB made of it then',
    'aws dynamodb list-backups --table-name OLD_TABLE --backup-type SYSTEM',
    'aws dynamodb restore-table-from-backup --backup-arn ARN --target-table-name NEW_TABLE',
    '# where neither is left: the last export',
    'npx inventory tables definition --table NEW_TABLE > table.json',
    'aws dynamodb import-table --input-format DYNAMODB_JSON --input-compression-type GZIP \\',
    '  --s3-bucket-source S3Bucket=BUCKET,S3KeyPrefix=AWSDynamoDB/EXPORT/data --table-creation-parameters file://table.json',
  ],
  prepare: ['npx inventory tables prepare --table NEW_TABLE'],
  redeploy: [
    'npm run deploy -- -c stage=prod -c table=NEW_TABLE -c stream=STREAM_ARN',
    '# by a stack that is new, too: the master key that has sealed the secrets of webhooks outlives the old one',
    'npm run deploy -- -c stage=prod -c table=NEW_TABLE -c stream=STREAM_ARN -c webhookKey=KEY_ARN',
    '# and its usage plans have no keys',
    'npx inventory keys repair --all --stack Inventory-prod',
  ],
  verify: [
    'npx inventory verify --all --stack Inventory-prod',
    'npx inventory companies export --company ID --out ID.jsonl --stack Inventory-prod',
    'npx inventory events republish --since TIME --stack Inventory-prod',
  ],
} as const satisfies Record<string, string[]>
