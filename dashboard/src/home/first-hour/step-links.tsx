import type { ReactNode } from 'react'
import { ButtonLink } from '../../parts/link'
import type { StepName } from './steps'
import { texts } from './texts'

const looks = { variant: 'default', size: 'compact-sm' } as const

const links: Record<StepName, ReactNode> = {
  items: (
    <>
      <ButtonLink to="/items/import" {...looks}>
        {texts.importItems}
      </ButtonLink>
      <ButtonLink to="/items" search={{ create: true }} {...looks}>
        {texts.newItem}
      </ButtonLink>
    </>
  ),
  reorder: (
    <ButtonLink to="/items" {...looks}>
      {texts.openItems}
    </ButtonLink>
  ),
  invite: (
    <ButtonLink to="/settings/people" search={{ open: 'new' }} {...looks}>
      {texts.invite}
    </ButtonLink>
  ),
  connect: (
    <>
      <ButtonLink to="/settings/keys" search={{ open: 'new' }} {...looks}>
        {texts.newKey}
      </ButtonLink>
      <ButtonLink to="/settings/webhooks" search={{ open: 'new' }} {...looks}>
        {texts.newWebhook}
      </ButtonLink>
    </>
  ),
}

/** Where a step is done. */
export function StepLinks({ name }: { name: StepName }) {
  return links[name]
}
