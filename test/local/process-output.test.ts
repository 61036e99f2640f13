import { EventEmitter } from 'node:events'
import { unfoldStacks } from '../../local/functions/log-lines'
import { hearStopSignals } from '../../local/stop-signals'

test('the stack of an error stands below its line, without the place in the bundle', () => {
  const error = {
    name: 'Error',
    location: 'asset.1/index.js:84',
    message: 'lost',
    stack: 'Error: lost\n    at a.ts:1:2',
  }
  const lines = ['plain', JSON.stringify({ level: 'ERROR', error }), JSON.stringify({ level: 'INFO' })]
  expect(unfoldStacks(lines.join('\n'))).toBe(
    'plain\n{"level":"ERROR","error":{"name":"Error","message":"lost"}}\nError: lost\n    at a.ts:1:2\n{"level":"INFO"}',
  )
})

/** What becomes of signals. A number among them is the time in milliseconds at which those after it come. */
function hear(...signals: (string | number)[]): string[] {
  const told: string[] = []
  let time = 5_000
  const process = new EventEmitter() as EventEmitter & { exit: (status: number) => void }
  process.exit = (status) => told.push(`exit ${status}`)
  hearStopSignals(['SIGINT', 'SIGTERM', 'SIGHUP'], () => told.push('stop'), { process, now: () => time })
  for (const signal of signals) {
    if (typeof signal === 'number') time = 5_000 + signal
    else expect(process.emit(signal)).toBe(true) // otherwise the default would end the process
  }
  return told
}

test.each([
  ['the first asks to stop', ['SIGINT'], ['stop']],
  ['npm sends it once more', ['SIGINT', 'SIGINT'], ['stop']],
  ['a copy is late', ['SIGINT', 999, 'SIGINT'], ['stop']],
  ['a person presses Ctrl-C again', ['SIGINT', 'SIGINT', 1_000, 'SIGINT'], ['stop', 'exit 130']],
  ['a copy does not begin the second anew', ['SIGINT', 600, 'SIGINT', 1_200, 'SIGINT'], ['stop', 'exit 130']],
  ['a terminal is closed after Ctrl-C', ['SIGINT', 5_000, 'SIGHUP', 'SIGHUP'], ['stop']],
  ['a request to terminate', ['SIGTERM', 1_000, 'SIGTERM'], ['stop', 'exit 143']],
])('%s', (_, signals, told) => {
  expect(hear(...signals)).toEqual(told)
})
