import { type ParseArgsConfig, parseArgs } from 'node:util'

/** Runs a program with the options that it is given, or prints its usage. */
export async function runProgram<const Options extends NonNullable<ParseArgsConfig['options']>>(
  usage: string,
  options: Options,
  run: (values: ReturnType<typeof parseArgs<{ options: Options }>>['values']) => Promise<void>,
): Promise<void> {
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true'
  if (process.argv.some((argument) => ['-h', '--help'].includes(argument))) return console.log(usage)
  await run(parseArgs({ options }).values)
}
