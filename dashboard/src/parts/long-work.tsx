import { Button, Progress } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { words } from './texts'

type Rows = { done: number; total: number }
type WorkOptions = { signal: AbortSignal; report: (done: number, total: number) => void }

/** Work that takes long: how far it is, and what stops it. It is stopped where its page is left. */
export function useLongWork<Input, Result>(
  work: (input: Input, options: WorkOptions) => Promise<Result>,
  onSettled: () => unknown = () => {},
) {
  const [progress, setProgress] = useState<Rows | null>(null)
  const controller = useRef<AbortController | null>(null)
  useEffect(() => () => controller.current?.abort(), [])
  const mutation = useMutation({
    mutationFn: (input: Input) => {
      setProgress(null)
      controller.current = new AbortController()
      const report = (done: number, total: number) => setProgress({ done, total })
      return work(input, { signal: controller.current.signal, report })
    },
    onSettled,
  })
  return { ...mutation, progress, stop: () => controller.current?.abort(new Error('Stopped.')) }
}

type HowFarProps = {
  /** Null: it is not known yet. */
  progress: Rows | null
  label: string
  /** How far it is, in words. */
  children: ReactNode
  onStop?: (() => void) | undefined
}

/** How far long work is, and a button that stops it. */
export function HowFar({ progress, label, children, onStop }: HowFarProps) {
  const { done, total } = progress ?? { done: 0, total: 0 }
  return (
    <>
      <Progress value={total === 0 ? 0 : (100 * done) / total} aria-label={label} />
      {children}
      {onStop && (
        <Button variant="default" onClick={onStop} className="start">
          {words.stop}
        </Button>
      )}
    </>
  )
}
