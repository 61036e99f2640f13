import { readFileSync } from 'node:fs'

/** A block of code in a guide. `place` is its file and line. */
export type Block = { place: string; language: string; text: string }

type CurlRequest = { method: string; path: string; headers: Record<string, string>; body?: string }

/** An answer as a guide shows it. In `body`, `…` stands for what is left out: see `parseShownBody`. */
type ShownAnswer = { status: number; headers: Record<string, string>; body: unknown }

export type Variables = { [name: string]: string }

/** The blocks of code of a Markdown file, in their order. `language` is what follows the fence. */
export function readBlocks(file: string): Block[] {
  const markdown = readFileSync(file, 'utf8')
  const fenced = /^( *)```([\w ]*)\n(.*?)^\1```$/gms // in a list, a block is indented
  return [...markdown.matchAll(fenced)].map(({ index, 1: indent = '', 2: language = '', 3: text = '' }) => ({
    place: `${file}:${markdown.slice(0, index).split('\n').length}`,
    language,
    text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }))
}

/**
 * Splits a block into commands, and these into words, which keep their quotes. Without quotes, a word has only
 * characters that are the same to every shell.
 */
export function splitCommands(text: string): string[][] {
  const token = /\n|(?:'[^']*'|"[^"]*"|[\w./:=…$-])+/g
  const joined = text.replaceAll('\\\n', ' ')
  const rest = joined.replace(token, '').trim()
  if (rest !== '') throw new Error(`put quotes around ${rest}`)
  const commands: string[][] = [[]]
  for (const [word] of joined.matchAll(token)) word === '\n' ? commands.push([]) : commands.at(-1)?.push(word)
  return commands.filter((words) => words.length > 0)
}

/** Removes the quotes of a word, and puts in the variables. */
export function expandWord(word: string, variables: Variables): string {
  const expandVariables = (text: string) =>
    text.replace(/\$(\w+)/g, (_, name: string) => {
      const value = variables[name]
      if (value === undefined) throw new Error(`$${name} has no value yet`)
      return value
    })
  return word.replace(/'([^']*)'|"([^"]*)"|([^'"]+)/g, (_, literal?: string, quoted?: string, bare?: string) => {
    return literal ?? expandVariables(quoted ?? bare ?? '')
  })
}

/** Understands `-i`, `-X`, `-H` and `-d`. A body without `-H` gets the content type that curl gives it. */
export function parseCurl([command, ...words]: string[]): CurlRequest {
  if (command !== 'curl') throw new Error(`${command} is not curl`)
  const request: CurlRequest = { method: '', path: '', headers: {} }
  while (words.length > 0) {
    const word = words.shift() ?? ''
    if (word === '-i') continue
    if (word === '-X') request.method = words.shift() ?? ''
    else if (word === '-H') Object.assign(request.headers, parseHeader(words.shift() ?? ''))
    else if (word === '-d') request.body = words.shift() ?? ''
    else if (request.path === '' && word.startsWith('/')) request.path = word
    else throw new Error(`what is ${word}?`)
  }
  if (request.method === '') request.method = request.body === undefined ? 'GET' : 'POST'
  if (request.body !== undefined) request.headers['Content-Type'] ??= 'application/x-www-form-urlencoded'
  return request
}

/** A status line, headers, an empty line, and a body. */
export function parseShownAnswer(text: string): ShownAnswer {
  const [head = '', body = ''] = text.split('\n\n')
  const [statusLine = '', ...headers] = head.trim().split('\n')
  const status = Number(/^HTTP\/2 (\d{3})$/.exec(statusLine)?.[1])
  return { status, headers: Object.assign({}, ...headers.map(parseHeader)), body: parseShownBody(body) }
}

/** Parses JSON with `…`: as a value it becomes `'…'`, after other fields the field `'…'`, after other rows a row. */
function parseShownBody(text: string): unknown {
  const token = /"(?:[^"\\]|\\.)*"|([,{]\s*)…(?=\s*\})|…/g
  const json = text.replace(token, (part, before?: string) => {
    if (before !== undefined) return `${before}"…": "…"`
    return part === '…' ? '"…"' : part
  })
  return json.trim() === '' ? null : JSON.parse(json)
}

function parseHeader(line: string): Record<string, string> {
  const [name = '', ...value] = line.split(': ')
  return { [name]: value.join(': ') }
}
