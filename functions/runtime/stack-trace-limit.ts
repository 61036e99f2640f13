// Ten frames, which is V8's default, can all be the SDK's: ours come after them.
Error.stackTraceLimit = 50
