import type { Frame } from './frames'

/** Where the time of a request goes. The first rule that fits the innermost frame with a rule decides. */
const rules: [part: string, source: RegExp][] = [
  ['local: rights to the table', /^local\/rights\//],
  [
    'local: threads, messages',
    /^local\/functions\/|^\[worker eval\]|^node:internal\/(worker|per_context\/messageport)/,
  ],
  ['local: gateway', /^local\/gateway\//],
  ['local: other rooms', /^local\//],
  ['SDK', /(^|\/)node_modules\/@(aws-sdk|smithy|aws-crypto|aws)\/|^functions\/store\/(retries|clock-difference)/],
  ['middy', /(^|\/)node_modules\/@middy\//],
  ['metrics', /(^|\/)node_modules\/@aws-lambda-powertools\/metrics|^functions\/(runtime|store)\/metrics/],
  ['logs', /(^|\/)node_modules\/@aws-lambda-powertools\/|^functions\/(runtime\/logger|http\/problems)/],
  ['authorizer', /^functions\/(jobs\/authorizer|operations\/companies\/usable-principal)/],
  ["authorizer's context", /^functions\/runtime\/gateway\/authorizer-context/],
  ['input: zod, JSON', /^functions\/http\/(input|repeated-key)/],
  ['answer: zod, JSON', /^functions\/http\/re(ply|sponses)/],
  ['meter', /^functions\/(http\/meter|store\/companies\/(usage-row|principal-usage))/],
  ['lists', /^functions\/catalogue\//],
  ['rows of the table', /^functions\/store\//],
  ['operation', /^functions\//],
  ['HTTP and sockets of Node', /^node:(_http|net|_stream|internal\/(http|stream|net|dns|tls)|http|dns|stream|events)/],
]

/** Frames that V8 names itself. */
const own = new Map([
  ['(garbage collector)', 'garbage collector'],
  ['(program)', 'V8 and the system'],
  ['(idle)', 'idle'],
])

/** `frames`: from the innermost to the outermost. */
export function choosePart(frames: Frame[]): string {
  for (const { name, source } of frames) {
    const part = own.get(name) ?? rules.find(([, fits]) => fits.test(source))?.[0]
    if (part !== undefined) return part
  }
  return 'rest of Node'
}
