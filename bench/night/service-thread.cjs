// Loaded by each worker thread of a function: its calls of DynamoDB name the function and the thread, and it ends as if
// it had crashed where it is told to.
const { BroadcastChannel, threadId } = require('node:worker_threads')

process.env.AWS_SDK_UA_APP_ID = `${process.env.AWS_LAMBDA_FUNCTION_NAME}.${threadId}`

const channel = new BroadcastChannel('night')
channel.onmessage = ({ data }) => {
  if (data.kill === threadId) process.exit(1)
}
channel.unref()
