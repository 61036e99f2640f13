// Loaded by the service's main thread, which has no name, and by each worker thread of a function: tells its thread id,
// and profiles it where it is asked to.
const { readlinkSync, writeFileSync } = require('node:fs')
const { Session } = require('node:inspector')
const { BroadcastChannel } = require('node:worker_threads')

const name = process.env.AWS_LAMBDA_FUNCTION_NAME ?? null
const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
const channel = new BroadcastChannel('checkout')
channel.postMessage({ thread, name })
channel.unref()

const session = new Session()
let started = false // a thread that began after the start has no profile

channel.onmessage = ({ data: { profile, folder } }) => {
  if (profile === 'start') {
    started = true
    session.connect()
    session.post('Profiler.enable')
    session.post('Profiler.setSamplingInterval', { interval: 500 })
    session.post('Profiler.start')
  }
  if (profile !== 'stop') return
  const tell = () => channel.postMessage({ profiled: thread })
  if (!started) tell()
  else
    session.post('Profiler.stop', (_, { profile }) => {
      writeFileSync(`${folder}/${name ?? 'service'}-${thread}.cpuprofile`, JSON.stringify(profile))
      session.disconnect()
      tell()
    })
}
