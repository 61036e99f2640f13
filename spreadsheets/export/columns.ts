import * as z from 'zod'

/** A column, and the fields that lead to its value: `supplier_name` is the `name` of the `supplier`. */
export type Column = { name: string; path: string[] }

/** The columns of rows of this schema. A list is one column. */
export function listColumns(schema: z.ZodObject): Column[] {
  return listFields(schema).map((path) => ({ name: path.join('_'), path }))
}

function listFields({ shape }: z.ZodObject): string[][] {
  return Object.entries(shape).flatMap(([name, field]) =>
    field instanceof z.ZodObject ? listFields(field).map((path) => [name, ...path]) : [[name]],
  )
}
