import { readFileSync, writeFileSync } from 'node:fs'
import { routes } from '../../functions/routes'
import { rowKinds } from '../../functions/store/table/row-kinds'
import { listRowRights, readRoles } from '../support/rights'
import { synthesizeTemplate } from '../support/template'

declare global {
  /** Set by `npm run rights` alone. */
  var writes: boolean | undefined
}

const roles = readRoles(synthesizeTemplate('prod', { mailFrom: 'alerts@example.com' }))
const page = 'docs/rights.md'

const verbs: [string, string[]][] = [
  ['reads', ['GetItem', 'BatchGetItem', 'Query']],
  ['puts', ['PutItem']],
  ['updates', ['UpdateItem']],
  ['deletes', ['DeleteItem']],
  ['checks', ['ConditionCheckItem']],
]
const known = verbs.flatMap(([, actions]) => actions.map((action) => `dynamodb:${action}`))

const quote = (names: string[]) => names.map((name) => `\`${name}\``).join(', ')

/** `every route`, where all of them are there. */
function nameRoles(names: string[]): string {
  const ids = Object.keys(routes)
  const every = ids.every((id) => names.includes(id))
  const others = names.filter((name) => !every || !ids.includes(name))
  return [every ? 'every route' : '', quote(others)].filter((part) => part !== '').join(', ')
}

/** `right`: what may be done. `part`: to which of many. */
type Right = { right: string; part: string | null; role: string }

/** Lines of a table. Parts that the same roles share are in one. */
function describe(rights: Right[]): string[] {
  const parts = group(rights, ({ right, part }) => `${right} ${part}`).map(([first, all]) => {
    return { ...first, who: nameRoles([...new Set(all.map(({ role }) => role))]) }
  })
  return group(parts, ({ right, who }) => `${right} ${who}`).map(([{ right, who }, all]) => {
    return `| ${right}${quote(all.flatMap(({ part }) => part ?? []).sort())} | ${who} |`
  })
}

/** Each with its first value. */
function group<Value>(values: Value[], name: (value: Value) => string): [Value, Value[]][] {
  const groups = new Map<string, [Value, Value[]]>()
  for (const value of values) {
    const [first, all] = groups.get(name(value)) ?? [value, []]
    groups.set(name(value), [first, [...all, value]])
  }
  return [...groups.values()]
}

function describeKind(kind: string, resource?: string): string[] {
  const rights = verbs.flatMap(([verb, actions]) =>
    listRowRights(roles, kind, actions, resource).flatMap(({ role, attributes }): Right[] => {
      if (attributes === null) return [{ role, right: `\`${kind}\` | ${verb}`, part: null }]
      return attributes.map((part) => ({ role, right: `\`${kind}\` | ${verb} `, part }))
    }),
  )
  return describe(rights)
}

/** What is not about rows: the action, what the condition is about, and the resources. */
function describeOthers(): string[] {
  const statements = [...roles].flatMap(([role, all]) => all.map((statement) => ({ role, ...statement })))
  const rights = statements.flatMap(({ role, Action, Resource, Condition }) => {
    const keys = Object.values(Condition ?? {}).flatMap((each) => Object.keys(each))
    const limit = keys.length === 0 ? '' : ` by ${quote(keys)}`
    const actions = keys.includes('dynamodb:LeadingKeys') ? [] : [Action].flat()
    return actions.flatMap((action) =>
      [Resource].flat().map((part) => ({ role, right: `\`${action}\`${limit} | `, part })),
    )
  })
  return describe(rights).sort()
}

/** In place of the table that begins with the header. */
function replaceTable(text: string, header: string, lines: string[]): string {
  const head = `${header}\n| --- | --- | --- |\n`
  const [before = '', after = ''] = text.split(head)
  return `${before}${head}${lines.map((line) => `${line}\n`).join('')}${after.replace(/^(?:\|.*\n)*/, '')}`
}

test('no role scans the table, and an update says which attributes it is about', () => {
  const onRows = [...roles.values()].flat().filter(({ Condition }) => Condition?.['ForAllValues:StringLike'])
  expect(onRows.flatMap(({ Action }) => Action).filter((action) => !known.includes(action))).toEqual([])
  const unlimited = listRowRights(roles, 'KEY', ['UpdateItem']).filter(({ attributes }) => attributes === null)
  expect(unlimited).toEqual([])
  const updates = onRows.filter(({ Action }) => [Action].flat().includes('dynamodb:UpdateItem'))
  expect(updates.filter((each) => !each.Condition?.['ForAllValues:StringLike']?.['dynamodb:Attributes'])).toEqual([])
})

test('docs/rights.md has what each role of the template may do: else npm run rights writes it', () => {
  const before = readFileSync(page, 'utf8')
  const indexed = ['ITEM', 'ORDER', 'SNAPSHOT'].flatMap((kind) => describeKind(kind, 'Table/index/by_resource'))
  const rows = [...Object.keys(rowKinds).flatMap((kind) => describeKind(kind)), ...indexed]
  const text = replaceTable(
    replaceTable(before, '| Rows | May | Who |', rows),
    '| May | On what | Who |',
    describeOthers(),
  )
  if (globalThis.writes) writeFileSync(page, text)
  expect(readFileSync(page, 'utf8').split('\n')).toEqual(text.split('\n'))
})
