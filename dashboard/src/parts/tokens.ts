import type { MantineColorsTuple } from '@mantine/core'

/** The one colour of what can be done: a green of old ledgers. From the palest to the darkest. */
export const accent: MantineColorsTuple = [
  '#e8f5f3',
  '#d0e9e5',
  '#a3d4cd',
  '#74bfb5',
  '#4dab9f',
  '#2f998c',
  '#178377',
  '#0c7368',
  '#08645b',
  '#04514a',
]

/** What a colour says, wherever it stands: beside a word that says the same. */
export const states = {
  ok: 'green',
  /** Under way. */
  open: 'accent',
  low: 'yellow',
  out: 'red',
  late: 'red',
  failed: 'red',
  over: 'gray.6',
} as const
export type State = keyof typeof states
