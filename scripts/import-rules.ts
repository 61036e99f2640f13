/** A folder of this repository, and what its files may import besides each other. */
export type ImportRule = {
  /** `a`: all files below. `a/*`: the files directly in it. `{a,b}`: each separately. With an extension: one file. */
  folder: string
  holds: string
  /** Folders and files of this repository, as above. */
  imports: string[]
  /** Packages, or patterns of packages. `*` is any package. */
  packages: string[]
  /** True where its files may read process.env. */
  env?: true
  /** True where its files may not even import each other. */
  alone?: true
}

const node = 'node:*'
const aws = '@aws-sdk/*'

/** functions/, from the bottom up. */
// biome-ignore format: a rule in two lines
const house: ImportRule[] = [
  { folder: 'domain', holds: 'rules, without I/O',
    imports: [], packages: [] },

  { folder: 'store/*', holds: 'the table: its client, keys and transactions',
    imports: ['domain'], packages: ['zod', 'ulid', aws, '@smithy/core/*', node] },
  { folder: 'store/log', holds: 'rows of the log',
    imports: ['store/*', 'domain'], packages: ['zod', 'ulid', aws, node] },
  { folder: 'store/{items,orders,stock,companies,snapshots,catalogue}', holds: 'rows of one kind',
    imports: ['store/*', 'store/log', 'domain'], packages: ['zod', 'ulid', aws, node] },
  { folder: 'store/commit', holds: 'what a change writes in one transaction',
    imports: ['store', 'domain'], packages: ['zod', 'ulid', aws, node] },

  { folder: 'catalogue', holds: 'what lists are answered from',
    imports: ['store', 'domain'], packages: ['zod', 'ulid', node] },
  { folder: 'operations', holds: 'what the service does, whoever asks',
    imports: ['catalogue', 'store', 'domain'], packages: ['zod', 'ulid', node] },

  { folder: 'operations/companies/verification', holds: 'checks what must hold of the rows of a company',
    imports: ['catalogue', 'store', 'domain'], packages: ['zod', 'ulid', node] },

  { folder: 'contract', holds: 'what may come in and go out',
    imports: ['domain'], packages: ['zod'] },
  { folder: 'routes.ts', holds: 'the routes',
    imports: ['contract', 'domain'], packages: ['zod'] },

  { folder: 'runtime', holds: 'what handlers and jobs share that is not HTTP',
    imports: ['domain', 'store/metrics'], packages: ['zod', '@aws-lambda-powertools/*', '@aws-sdk/client-lambda', node] },
  { folder: 'runtime/env.ts', holds: 'the settings of a function',
    imports: ['domain'], packages: ['zod'], env: true },
  { folder: 'http', holds: 'the one chain around handlers',
    imports: ['routes', 'contract', 'operations', 'runtime', 'domain', 'store/client', 'store/commit'],
    packages: ['@middy/core', 'aws-lambda', 'zod', node] },

  { folder: 'handlers', holds: 'a function for each route',
    imports: ['routes', 'contract', 'http', 'operations', 'domain', 'runtime/workers'], packages: [], alone: true },
  { folder: 'jobs', holds: 'the functions that no route calls',
    imports: ['operations', 'catalogue', 'store', 'runtime', 'domain'], packages: ['aws-lambda'], alone: true },
  { folder: 'reference-page', holds: 'the function that serves the reference page, without a key',
    imports: ['contract/problem'], packages: ['aws-lambda', node] },
]

/** The folders around functions/. */
// biome-ignore format: a rule in two lines
const around: ImportRule[] = [
  { folder: 'lib', holds: 'the stack; of the functions it knows what describes them',
    imports: ['functions/routes', 'functions/domain/companies/*', 'functions/contract/problem',
      'functions/store/schema', 'functions/store/timing', 'functions/store/metrics', 'functions/http/handle'],
    packages: ['aws-cdk-lib', 'constructs', 'cdk-nag', node] },
  { folder: 'bin', holds: 'the CDK app',
    imports: ['lib'], packages: ['aws-cdk-lib', 'cdk-nag'] },
  { folder: 'openapi', holds: 'the document that describes the API',
    imports: ['functions/routes', 'functions/contract'], packages: ['zod', node] },
  { folder: 'reference-page', holds: 'the reference page: what the browser loads besides its renderer',
    imports: [], packages: ['@scalar/api-reference'] },
  { folder: 'client', holds: 'the client of the API, for its users: any runtime with `fetch`, no packages',
    imports: [], packages: [] },
  { folder: 'client/scripts', holds: 'writes what the client takes from the document, and the package',
    imports: ['client'], packages: ['openapi-typescript', 'esbuild', node] },
  { folder: 'local', holds: 'runs a synthesized template, and knows nothing of the code in it',
    imports: [], packages: ['@aws-sdk/client-dynamodb', 'aws-lambda', 'zod', node], env: true },
  { folder: 'cli', holds: 'tools for those who run the service',
    imports: ['client', 'functions/contract', 'functions/operations', 'functions/store', 'functions/domain'],
    packages: [aws, 'zod', node] },
  { folder: 'cli/command-line.ts', holds: 'how a command is called, and how it ends',
    imports: ['cli/aws-errors'], packages: [node], env: true },
  { folder: 'cli/access.ts', holds: 'how a command that uses the API learns its address and the key',
    imports: ['cli/command-line'], packages: [], env: true },
  { folder: 'cli/recovery', holds: 'what brings a table back, and the drill of it',
    imports: ['client', 'cli/*', 'functions/operations', 'functions/store', 'functions/domain'],
    packages: [aws, node] },
  { folder: 'cli/smoke', holds: 'a request to each route, after a deployment',
    imports: ['client', 'cli/*', 'functions/routes'], packages: [node] },
  { folder: 'cli/spreadsheets', holds: 'items in and out as CSV, for those who use the service',
    imports: ['client', 'cli/*', 'functions/contract', 'openapi'],
    packages: ['csv-parse', 'csv-stringify', 'cli-progress', node] },
  { folder: 'scripts', holds: 'the build, and the rules of imports',
    imports: ['lib', 'openapi', 'functions/routes'], packages: ['esbuild', node] },

  { folder: 'testing', holds: 'what tests and measurements share',
    imports: ['client', 'functions', 'lib', 'openapi', 'local', 'cli'], packages: ['*'], env: true },
  { folder: 'bench', holds: 'measurements',
    imports: ['testing', 'client', 'functions', 'lib', 'local', 'cli', 'scripts'], packages: ['*'], env: true },
  { folder: 'test', holds: 'tests',
    imports: ['testing', 'client', 'functions', 'lib', 'openapi', 'local', 'cli', 'scripts', 'bench'], packages: ['*'] },
]

/** Who may import whom. `npm run imports` writes the rules into CONTRIBUTING.md and the linter's configuration. */
export const importRules = [...house.map(prefixFolder), ...around]

function prefixFolder(rule: ImportRule): ImportRule {
  const within = (path: string) => `functions/${path}`
  return { ...rule, folder: within(rule.folder), imports: rule.imports.map(within) }
}
