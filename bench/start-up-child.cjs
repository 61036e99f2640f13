// Loads one bundle in a process of its own, then has it answer one event. Tells how long each took, in milliseconds.
const [file, event] = process.argv.slice(2)

async function main() {
  const start = performance.now()
  const { handler } = require(file)
  const init = performance.now() - start
  if (event) await handler(JSON.parse(event), { awsRequestId: 'bench' })
  const first = performance.now() - start - init
  process.send({ init, first }, () => process.exit())
}

void main()
