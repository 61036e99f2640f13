import type { ReactNode } from 'react'
import { NotFoundError } from '../../../client'
import { ProblemNotice } from './problem'
import { RowsLoading } from './rows-loading'

type AnswerProps<Data> = {
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown }
  /** What stands there until it is read. */
  rows?: number
  height?: number
  children: (data: Data) => ReactNode
}

/** What is read, or why it is not. What was read before stays below an error. What is not there is not asked again. */
export function Answer<Data>({ query: { data, error, refetch }, rows = 5, height = 36, children }: AnswerProps<Data>) {
  return (
    <>
      {error && <ProblemNotice error={error} {...(!(error instanceof NotFoundError) && { retry: refetch })} />}
      {!data && !error && <RowsLoading rows={rows} height={height} />}
      {data && children(data)}
    </>
  )
}
