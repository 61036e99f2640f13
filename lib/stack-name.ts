/** One stack for each stage. */
export function makeStackName(stage: string): string {
  return `Inventory-${stage}`
}
