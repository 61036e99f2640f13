// Who may import whom: the rules that `npm run check` enforces with dependency-cruiser. Types count as imports.
// `CONTRIBUTING.md` has the picture. Those of dashboard/ are in biome.json: this tool reads no TSX.

/** The layers of functions/, from the bottom up. A layer imports itself and what is below it. */
const layers = ['domain', 'store', 'catalogue', 'operations', '(http|routes)', '(handlers|jobs)']

const goesDown = layers.slice(0, -1).map((layer, index) => ({
  name: 'imports go down',
  severity: 'error',
  from: { path: `^functions/${layer}` },
  to: { path: `^functions/(${layers.slice(index + 1).join('|')})` },
}))

/** Rows of a kind stand on the table and the log. Only a commit puts them together. */
const storeFolders = 'items|orders|stock|companies|snapshots|catalogue|webhooks'

/**
 * @param {string} name
 * @param {string} from files, as a regular expression
 * @param {string} allowed what they may import besides each other
 */
function only(name, from, allowed) {
  return { name, severity: 'error', from: { path: from }, to: { pathNot: `${from}|${allowed}` } }
}

/** @param {string} name @param {string} packages @param {string} users the files that may import them */
function apart(name, packages, users) {
  return {
    name,
    severity: 'error',
    from: { pathNot: users },
    to: { path: `(^|node_modules/)(${packages})(/|$)`, dependencyTypesNot: ['local'] },
  }
}

const node = '^(node:)?[a-z_/]+$' // a module of Node
const zod = '^node_modules/zod/'
const ulid = '^node_modules/ulid/'

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no circle', severity: 'error', from: {}, to: { circular: true } },
    { name: 'every import is found', severity: 'error', from: {}, to: { couldNotResolve: true } },
    ...goesDown,
    only('the domain has no I/O', '^functions/domain/', '^$'),
    only('the contract knows the domain alone', '^functions/contract/', `^functions/domain/|${zod}`),
    only('routes are contract', '^functions/routes', `^functions/(contract|domain)/|${zod}`),
    only('columns are pure', '^functions/catalogue/columns/', `^functions/domain/|${ulid}|^(node:)?zlib$`),
    only(
      'the runtime knows no rows',
      '^functions/runtime/',
      `^functions/(domain/|metrics\\.ts$)|^node_modules|${node}`,
    ),
    {
      name: 'handlers and jobs stand alone',
      severity: 'error',
      from: { path: '^functions/(handlers|jobs)/([^/]+)$' },
      to: { path: '^functions/(handlers|jobs)/', pathNot: '^functions/$1/$2$' },
    },
    {
      name: 'handlers know the routes of their subject alone', // a function builds all schemas that it knows
      severity: 'error',
      from: { path: '^functions/handlers/' },
      to: { path: '^functions/routes\\.ts$' },
    },
    {
      name: 'handlers and jobs leave rows to operations',
      severity: 'error',
      from: { path: '^functions/(handlers|jobs)/' },
      to: { path: '^functions/(store|catalogue)/', pathNot: '^functions/store/table/table\\.ts$' },
    },
    {
      name: 'rows of a kind stand on the table and the log',
      severity: 'error',
      from: { path: `^functions/store/(${storeFolders})/` },
      to: { path: `^functions/store/(${storeFolders}|commit)/`, pathNot: '^functions/store/$1/' },
    },
    {
      name: 'the table and the log know no kind of rows',
      severity: 'error',
      from: { path: '^functions/store/(table|log|sdk|time)/' },
      to: { path: `^functions/store/(${storeFolders}|commit)/` },
    },
    only('functions hold what runs in Lambda', '^functions/', `^node_modules|${node}`),
    {
      name: 'the stack knows what describes the functions',
      severity: 'error',
      from: { path: '^(lib|bin)/' },
      to: {
        path: '^functions/',
        pathNot:
          '^functions/(routes|domain/companies/|contract/(problem|safe-headers)|metrics|store/(table/schema|time/timing))',
      },
    },
    only('the local runtime knows no code of the functions', '^local/(?!test/)', `^node_modules|${node}`),
    {
      name: 'tests of the local runtime know the product by what tests share alone',
      severity: 'error',
      from: { path: '^local/test/' },
      to: { path: '^(functions|admin|lib|bin|openapi|client|examples|cli|spreadsheets|input)/' },
    },
    only('numbers and codes are pure', '^input/', '^$'),
    only('examples are data', '^examples/', '^client/'),
    only('the client needs fetch alone', '^client/(?!scripts/)', '^$'),
    {
      name: 'one engine for spreadsheets, in the terminal and in the browser',
      severity: 'error',
      from: { path: '^spreadsheets/' },
      to: {
        pathNot: `^(spreadsheets|client|input)/|^functions/(contract|domain)/|${zod}|^node_modules/(csv-stringify|fflate)/`,
      },
    },
    only(
      'the back office stands beside the functions',
      '^admin/',
      `^functions/(domain|store|catalogue|operations)/|^node_modules/@aws-sdk/|${zod}|${ulid}|${node}`,
    ),
    {
      name: 'the product does not know its tests',
      severity: 'error',
      from: { pathNot: '^(test|bench|local/test)/' },
      to: { path: '^(test|bench|local/test)/' },
    },
    {
      name: 'benchmarks set up what they need by the product',
      severity: 'error',
      from: { path: '^bench/' },
      to: { path: '^test/' },
    },
    apart(
      'React is for the dashboard',
      'react|react-dom|@mantine|@tanstack|lucide-react|oauth4webapi|vite',
      '^dashboard/',
    ),
    apart('the CDK is for the stack', 'aws-cdk-lib|constructs|cdk-nag', '^(lib|bin|test|bench)/'),
    apart('middy is for the chain', '@middy/core', '^functions/http/'),
    apart(
      'SDKs are for the table, its tools and the runtimes',
      '@aws-sdk',
      '^(functions/(store|runtime)|admin|local|cli|test|bench)/',
    ),
    apart(
      'tools build, and are in no function',
      'esbuild',
      '^(lib|bin|openapi|client/scripts|cli|test|bench)/|^local/functions/worker-script.ts$',
    ),
    apart('spreadsheets have their readers and writers', 'csv-parse|csv-stringify|fflate', '^(spreadsheets|test)/'),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|client/generated|node_modules/\\.)' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
}
