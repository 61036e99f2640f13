import openapi from '../../../openapi/openapi.json'

/** A column, and the fields that lead to its value: `supplier_name` is the `name` of the `supplier`. */
export type Column = { name: string; path: string[] }

type Schema = { type?: unknown; properties?: Record<string, Schema> }

/** The columns of rows of this schema of the OpenAPI document. A list is one column. */
export function listColumns(schema: keyof typeof openapi.components.schemas): Column[] {
  return listFields(openapi.components.schemas[schema] as Schema).map((path) => ({ name: path.join('_'), path }))
}

function listFields({ properties = {} }: Schema): string[][] {
  return Object.entries(properties).flatMap(([name, schema]) =>
    schema.type === 'object' ? listFields(schema).map((path) => [name, ...path]) : [[name]],
  )
}
