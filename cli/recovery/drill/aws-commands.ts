/** What an engineer runs on AWS in place of a step of the drill. Words in capitals stand for what differs. */
export const onAws = {
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
