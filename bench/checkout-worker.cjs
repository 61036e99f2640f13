// Loaded first by each worker thread of a function: tells its thread id.
const { readlinkSync } = require('node:fs')
const { BroadcastChannel } = require('node:worker_threads')

const channel = new BroadcastChannel('checkout')
channel.postMessage({ thread: Number(readlinkSync('/proc/thread-self').split('/').at(-1)) })
channel.unref()
