import fc from 'fast-check'
import { type Contract, dereference, type Operation, type Parameter } from './document'
import { type Draft, fitBody, variants } from './draft'
import { listOddities } from './oddities'
import { getReferences, makeAnyIds, makeFittingIds } from './references'
import { Values } from './values'

type Pairs = Draft['query']
type Body = fc.Arbitrary<Draft['body']>
type Parts = { [Part in keyof Draft]?: fc.Arbitrary<Draft[Part]> }

/** Makes requests for one operation. */
export class DraftMaker {
  constructor(
    private readonly contract: Contract,
    private readonly operation: Operation,
  ) {}

  /** Plain ones that should succeed, and all that a client may do right or wrong. */
  all(): fc.Arbitrary<Draft> {
    return fc.oneof(
      { weight: 3, arbitrary: this.plain() },
      { weight: 5, arbitrary: this.valid() },
      { weight: 2, arbitrary: this.odd() },
      ...this.listInvalid(),
    )
  }

  /** With what is required alone. Most of them succeed. */
  plain(): fc.Arbitrary<Draft> {
    return this.make({ ids: makeFittingIds(this.operation), key: fc.constant('full') })
  }

  private valid(): fc.Arbitrary<Draft> {
    const json = 'application/json'
    const type = fc.constantFrom(json, json, `${json};charset=utf-8`, 'Application/JSON ; charset=UTF-8')
    const pairs = fc.tuple(this.makePairs('header', 25), type)
    const headers = pairs.map(([own, type]) => ({ 'Content-Type': type, ...Object.fromEntries(own) }))
    const body = this.makeBody(35, fc.constantFrom(true, true, false))
    return this.make({
      body,
      headers,
      query: this.makePairs('query', 30),
      twice: fc.constantFrom(false, false, false, true),
    })
  }

  /** One part is invalid, the others are valid: the body, a parameter in the query, or a header. */
  private listInvalid(): { weight: number; arbitrary: fc.Arbitrary<Draft> }[] {
    const { id, body } = this.operation
    const ids = makeFittingIds(this.operation)
    const [query, header] = [this.makeWrongPair('query'), this.makeWrongPair('header')]
    const drafts: ReturnType<typeof this.listInvalid> = []
    const add = (weight: number, parts: Parts) => drafts.push({ weight, arbitrary: this.make({ ids, ...parts }) })
    if (body)
      add(4, {
        body: this.values(20)
          .makeInvalid(body.schema)
          .map((value) => ({ value: fitBody(id, value) })),
      })
    if (query) add(2, { query: fc.tuple(this.makePairs('query', 20), query).map(replacePair) })
    if (header) add(2, { headers: header.map(([name, value]) => ({ [name]: toHeader(value) })) })
    return drafts
  }

  private odd(): fc.Arbitrary<Draft> {
    const { properties = {} } = dereference(this.operation.body?.schema ?? {}, this.contract)
    const oddities = listOddities(this.operation, Object.keys(properties))
    return fc.tuple(this.plain(), fc.oneof(...oddities)).map(([draft, change]) => ({ ...draft, ...change }))
  }

  /** What is not given is plain. */
  private make(parts: Parts): fc.Arbitrary<Draft> {
    return fc.record({
      operation: fc.constant(this.operation),
      key: fc.oneof({ weight: 30, arbitrary: fc.constant('full') }, { weight: 1, arbitrary: fc.constant('small') }),
      ids: makeAnyIds(this.operation),
      query: fc.constant<Pairs>([]),
      rawQuery: fc.constant(''),
      headers: fc.constant({}),
      body: this.makePlainBody(),
      twice: fc.constant(false),
      ...parts,
    })
  }

  private makeBody(optional: number, fitted: fc.Arbitrary<boolean>): Body {
    const none = fc.constant(null)
    const { body, id } = this.operation
    if (!body) return none
    const value = fc.tuple(this.values(optional).make(body.schema), fitted)
    const json = value.map(([each, isFitted]) => ({ value: isFitted ? fitBody(id, each) : each }))
    return body.required ? json : fc.oneof({ weight: 4, arbitrary: json }, { weight: 1, arbitrary: none })
  }

  /** With what is required, and little more. */
  private makePlainBody(): Body {
    const more = fc.constantFrom(...(variants[this.operation.id] ?? [{}]))
    return fc.tuple(this.makeBody(0, fc.constant(true)), more).map(([body, fields]) => {
      return body && 'value' in body ? { value: { ...Object(body.value), ...fields } } : body
    })
  }

  private makePairs(place: Parameter['in'], optional: number): fc.Arbitrary<Pairs> {
    const properties = Object.fromEntries(this.list(place).map(({ name, schema }) => [name, schema]))
    const fields = this.values(optional).makeFields({ properties })
    return fields.map((values) => Object.entries(values).map(([name, value]) => [name, String(value)]))
  }

  /** What is invalid in JSON may be valid as a text, such as `"1"`. */
  private makeWrongPair(place: Parameter['in']): fc.Arbitrary<Pairs[number]> | null {
    const wrong = this.list(place).map(({ name, schema }) =>
      this.values(20)
        .makeInvalid(schema, name)
        .map((value): Pairs[number] => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
    )
    return wrong.length > 0 ? fc.oneof(...wrong) : null
  }

  private list(place: Parameter['in']): Parameter[] {
    return this.operation.parameters.filter((parameter) => parameter.in === place)
  }

  private values(optional: number): Values {
    return new Values(this.contract, getReferences(this.operation.id), optional)
  }
}

/** Without the characters that HTTP cannot carry in a header. */
function toHeader(text: string): string {
  return text.replace(/[^\t\x20-\x7e\x80-\xff]/gu, '')
}

function replacePair([pairs, wrong]: [Pairs, Pairs[number]]): Pairs {
  return [...pairs.filter(([name]) => name !== wrong[0]), wrong]
}
