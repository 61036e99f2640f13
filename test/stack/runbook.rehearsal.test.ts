import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { findingMeanings } from '../../admin/verification/inspection'
import { metrics } from '../../functions/metrics'
import { listResources, synthesizeTemplate } from '../support/template'

const folder = 'docs/runbook'
const pages = readdirSync(folder).filter((name) => name.endsWith('.md'))
const read = (page: string) => readFileSync(`${folder}/${page}`, 'utf8')
const prod = synthesizeTemplate('prod')

type Query = { log: string; text: string }

/** The queries of the pages' blocks and tables. The one in a variable is for both logs of functions. */
function listQueries(page: string): Query[] {
  const asked = [...read(page).matchAll(/ask (\w+) \d+ '([^']+)'/g)].map(([, log = '', text = '']) => ({ log, text }))
  const kept = [...read(page).matchAll(/^ *Q='([^']+)'$/gm)].map(([, text = '']) => ({ log: 'JobLog', text }))
  return [...asked, ...kept]
}

const [stage] = listResources(prod, 'AWS::ApiGateway::Stage')
const requestLogFields = Object.keys(JSON.parse(stage?.properties.AccessLogSetting.Format))
const problemFields = ['company_id', 'key_id', 'request_id', 'route', 'status', 'error_code']
const errorFields = ['error.name', 'error.message', 'error.stack', 'level', 'message']
const reportFields = ['type', 'record.status', 'record.metrics.durationMs', 'record.metrics.maxMemoryUsedMB']
const nightFields = ['work', 'outcome', 'left', 'unreached', 'oldest', 'waiting']
const keyFigures = ['in_use', 'seen', 'removed', 'left', 'skipped', 'failed']
const jobFields = ['date', 'companies', 'done', 'rows', 'from', 'reason', 'pk', 'sk', ...nightFields, ...keyFigures]
const functionFields = [...problemFields, ...errorFields, ...reportFields, ...jobFields, ...Object.keys(metrics)]

/** The names in a query that are neither words of the language, nor made by the query itself. */
function listFields({ text }: Query): string[] {
  const bare = text.replace(/"[^"]*"/g, '')
  const made = [...bare.matchAll(/\bas ((?:\w+, )*\w+)/g)].flatMap(([, names = '']) => names.split(', '))
  const words =
    'filter fields stats parse sort limit by as and or not like desc asc count count_distinct sum max pct bin earliest latest ispresent'
  const known = [...words.split(' '), ...made, '5m', '@timestamp', '@logStream', '@message']
  return [...bare.matchAll(/@?[A-Za-z_][\w.]*|\d+m\b/g)].map(([name]) => name).filter((name) => !known.includes(name))
}

test.each(pages)('%s: its queries ask for fields that the log has, and what else it names is there', (page) => {
  const logs = listResources(prod, 'AWS::Logs::LogGroup').map(({ name }) => name)
  for (const query of listQueries(page)) {
    expect(logs).toContain(query.log)
    const fields = query.log === 'RequestLog' ? requestLogFields : functionFields
    expect([query.text, listFields(query).filter((field) => !fields.includes(field))]).toEqual([query.text, []])
  }
  const ids = Object.keys(prod.toJSON().Resources)
  for (const [, id] of read(page).matchAll(/physical ([A-Z]\w+)/g))
    expect([id, ids.filter((each) => new RegExp(`^${id}[0-9A-F]+$`).test(each)).length]).toEqual([id, 1])
  for (const [, name = ''] of read(page).matchAll(/output ([A-Z]\w+)/g)) prod.hasOutput(name, {})
})

test('the pages have queries, resources and outputs, in the form that is looked for', () => {
  const all = pages.map(read).join('\n')
  expect(pages.flatMap(listQueries).length).toBeGreaterThan(20)
  expect(all.match(/physical [A-Z]\w+/g)?.length).toBeGreaterThan(5)
  expect(all.match(/output [A-Z]\w+/g)?.length).toBeGreaterThan(1)
})

test('the limits in queries are 80 % of the time limits', () => {
  const filters = JSON.stringify(prod.findResources('AWS::Logs::MetricFilter'))
  const limits = [...read('functions-near-limit.md').matchAll(/durationMs > (\d+)/g)].map(([, limit]) => limit)
  expect(limits).toHaveLength(2)
  for (const limit of limits) expect(filters).toContain(`durationMs > ${limit} }`)
})

/** `answer`: what the AWS CLI prints, as a body of a shell function. */
function runShell(answer: string, command: string): string {
  const script = `set -eu; STACK=Inventory-prod; aws() { ${answer}; }; . ${folder}/shell.sh; ${command}`
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' })
}

const resources = "printf 'TableRole1A\\tRole\\nTable1A2B3C4D\\tInventory-prod-Table\\nRouteLog5E6F\\tThe-log\\n'"

test('a name is that of the resource itself, not of one whose id begins like it', () => {
  expect(runShell(resources, 'physical Table')).toBe('Inventory-prod-Table\n')
})

test('a log is asked until it answers', () => {
  const answer = `case "$2 $*" in
    list-stack-resources*) ${resources} ;;
    start-query*) [ "$4" = The-log ] && [ "$6" = 'fields status' ] && echo 7 ;;
    *--query\\ status*) if [ -e "$ASKED" ]; then echo Complete; else touch "$ASKED"; echo Running; fi ;;
    get-query-results*) echo status=200 ;;
  esac`
  const command = 'ASKED=$(mktemp -u); sleep() { :; }; ask RouteLog 60 "fields status"; rm "$ASKED"'
  expect(runShell(answer, command)).toBe('status=200\n')
})

test('the page of what verify finds has each code, and no other', () => {
  const rows = readFileSync('docs/runbook/verify-findings.md', 'utf8').match(/^\| `.*$/gm) ?? []
  const codes = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, code = '']) => code))
  expect(codes.sort()).toEqual(Object.keys(findingMeanings).sort())
})
