import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { loadPage } from '../browser/load-page'
import { useScansLater } from '../scanner/scans'

type OpenedProps = { opened: boolean }

/** What is opened seldom has a file of its own, which is loaded then: the first page loads less. */
export function makeLater<Props extends OpenedProps>(load: () => Promise<ComponentType<Props>>) {
  const File = lazy(() => loadPage(async () => ({ default: await load() })))
  return function Later(props: Props) {
    const [isAsked, setIsAsked] = useState(false)
    if (props.opened && !isAsked) setIsAsked(true)
    return (
      isAsked && (
        <Suspense fallback={<Coming />}>
          <Opened of={File} {...props} />
        </Suspense>
      )
    )
  }
}

function Coming() {
  useScansLater()
  return null
}

/** It is there closed before it is opened, and so gives the focus back to where it was. */
function Opened<Props extends OpenedProps>({ of: File, ...props }: Props & { of: ComponentType<Props> }) {
  const [isThere, setIsThere] = useState(false)
  useEffect(() => setIsThere(true), [])
  return <File {...(props as unknown as Props)} opened={props.opened && isThere} />
}
