/** One stack for each stage. */
export function makeStackName(stage: string): string {
  return `Inventory-${stage}`
}

/** How the stack calls the function with this id. */
export function toPascalCase(id: string): string {
  return id.replace(/(^|-)(\w)/g, (_, _dash, letter: string) => letter.toUpperCase())
}
