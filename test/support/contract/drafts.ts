import fc from 'fast-check'
import { type Contract, dereference, type Operation, type Parameter } from './document'
import { type Body, type Draft, fitBody, listVariants } from './draft'
import { InvalidValues } from './invalid-values'
import { listOddities } from './oddities'
import { getReferences, makeAnyIds, makeFittingIds } from './references'
import { type Choices, ValidValues } from './valid-values'

type Pairs = [name: string, value: string][]

/** Makes requests for one operation. */
export class DraftMaker {
  private readonly references

  constructor(
    private readonly contract: Contract,
    private readonly operation: Operation,
  ) {
    this.references = getReferences(operation.id)
  }

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
    return this.make({ ...makeFittingIds(this.operation), body: this.makePlainBody(), key: fc.constant('full') })
  }

  private valid(): fc.Arbitrary<Draft> {
    const body = this.makeBody(35, fc.constantFrom(true, true, false))
    return this.make({ body, query: this.makePairs('query', 30), headers: this.makeHeaders(25), twice: sometimes })
  }

  /** One part is invalid, the others are valid: the body, a parameter in the query, or a header. */
  private listInvalid(): { weight: number; arbitrary: fc.Arbitrary<Draft> }[] {
    const { id } = makeFittingIds(this.operation)
    const places = (['query', 'header'] as const).filter((place) => this.list(place).length > 0)
    const { body } = this.operation
    return [
      ...(body ? [{ weight: 4, arbitrary: this.make({ id, body: this.makeInvalidBody(body.schema) }) }] : []),
      ...places.map((place) => {
        const wrong = fc.oneof(...this.list(place).map((parameter) => this.makeInvalidPair(parameter)))
        const headers = wrong.map(([name, value]) => ({ [name]: toHeader(value) }))
        const query = fc.tuple(this.makePairs('query', 20), wrong).map(replacePair)
        return { weight: 2, arbitrary: this.make({ id, ...(place === 'header' ? { headers } : { query }) }) }
      }),
    ]
  }

  private odd(): fc.Arbitrary<Draft> {
    const { properties = {} } = dereference(this.operation.body?.schema ?? {}, this.contract)
    const oddities = listOddities(this.operation, Object.keys(properties))
    return fc.tuple(this.plain(), fc.oneof(...oddities)).map(([draft, change]) => ({ ...draft, ...change }))
  }

  /** What is not given is plain. */
  private make(parts: { [Part in keyof Draft]?: fc.Arbitrary<Draft[Part]> }): fc.Arbitrary<Draft> {
    return fc.record({
      operation: fc.constant(this.operation.id),
      key: fc.oneof({ weight: 30, arbitrary: fc.constant('full') }, { weight: 1, arbitrary: fc.constant('small') }),
      ...makeAnyIds(this.operation),
      query: fc.constant<Pairs>([]),
      rawQuery: fc.constant(''),
      headers: fc.constant({}),
      body: this.makePlainBody(),
      twice: fc.constant(false),
      ...parts,
    })
  }

  private makeBody(optional: number, fitted: fc.Arbitrary<boolean>): fc.Arbitrary<Body> {
    const none = fc.constant<Body>({ kind: 'none' })
    const { body, id } = this.operation
    if (!body) return none
    const value = this.values({ optional }).make(body.schema)
    const fit = ([each, isFitted]: [unknown, boolean]): Body => toJson(isFitted ? fitBody(id, each) : each)
    const json = fc.tuple(value, fitted).map(fit)
    return body.required ? json : fc.oneof({ weight: 4, arbitrary: json }, { weight: 1, arbitrary: none })
  }

  /** With what is required, and little more. */
  private makePlainBody(): fc.Arbitrary<Body> {
    const more = fc.constantFrom(...listVariants(this.operation.id))
    const add = ([body, fields]: [Body, object]): Body =>
      body.kind === 'json' ? toJson({ ...(body.value as object), ...fields }) : body
    return fc.tuple(this.makeBody(0, fc.constant(true)), more).map(add)
  }

  private makeInvalidBody(schema: NonNullable<Operation['body']>['schema']): fc.Arbitrary<Body> {
    const invalid = new InvalidValues(this.contract, this.values({ optional: 20 }))
    return invalid.make(schema).map((value) => toJson(fitBody(this.operation.id, value)))
  }

  private makeHeaders(optional: number): fc.Arbitrary<Draft['headers']> {
    const json = 'application/json'
    const type = fc.constantFrom(json, json, `${json};charset=utf-8`, 'Application/JSON ; charset=UTF-8')
    const pairs = this.makePairs('header', optional)
    return fc.tuple(pairs, type).map(([pairs, type]) => ({ 'Content-Type': type, ...Object.fromEntries(pairs) }))
  }

  private makePairs(place: Parameter['in'], optional: number): fc.Arbitrary<Pairs> {
    const properties = Object.fromEntries(this.list(place).map(({ name, schema }) => [name, schema]))
    const fields = this.values({ optional }).makeFields({ properties })
    return fields.map((values) => Object.entries(values).map(([name, value]) => [name, String(value)]))
  }

  /** What is invalid in JSON may be valid as a text, such as `"1"`. */
  private makeInvalidPair({ name, schema }: Parameter): fc.Arbitrary<Pairs[number]> {
    const wrong = new InvalidValues(this.contract, this.values({ optional: 20 })).make(schema, name)
    return wrong.map((value) => [name, typeof value === 'string' ? value : JSON.stringify(value)])
  }

  private list(place: Parameter['in']): Parameter[] {
    return this.operation.parameters.filter((parameter) => parameter.in === place)
  }

  private values({ optional }: Pick<Choices, 'optional'>): ValidValues {
    return new ValidValues(this.contract, { references: this.references, optional })
  }
}

const toJson = (value: unknown): Body => ({ kind: 'json', value })

/** Without the characters that HTTP cannot carry in a header. */
function toHeader(text: string): string {
  return text.replace(/[^\t\x20-\x7e\x80-\xff]/gu, '')
}

const sometimes = fc.constantFrom(false, false, false, true)

function replacePair([pairs, wrong]: [Pairs, Pairs[number]]): Pairs {
  return [...pairs.filter(([name]) => name !== wrong[0]), wrong]
}
