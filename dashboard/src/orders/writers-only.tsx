import type { ReactNode } from 'react'
import { ButtonLink } from '../parts/link'
import { OnlyFor } from '../parts/only-for'
import { texts } from './texts'

/** What only those see who may change orders. */
export function WritersOnly({ children }: { children: ReactNode }) {
  const orders = (
    <ButtonLink to="/orders" variant="default">
      {texts.title}
    </ButtonLink>
  )
  return (
    <OnlyFor right="write" title={texts.writersOnly} hint={texts.writersOnlyHint} way={orders}>
      {() => children}
    </OnlyFor>
  )
}
