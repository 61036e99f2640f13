import { ButtonLink } from '../../parts/link'
import type { StepName } from './steps'
import { texts } from './texts'

const links = {
  items: [
    { to: '/items/import', label: texts.importItems },
    { to: '/items', search: { create: true }, label: texts.newItem },
  ],
  reorder: [{ to: '/items', label: texts.openItems }],
  invite: [{ to: '/settings/people', search: { open: 'new' }, label: texts.invite }],
  connect: [
    { to: '/settings/keys', search: { open: 'new' }, label: texts.newKey },
    { to: '/settings/webhooks', search: { open: 'new' }, label: texts.newWebhook },
  ],
} as const

/** Where a step is done. */
export function StepLinks({ name }: { name: StepName }) {
  return links[name].map(({ label, ...place }) => (
    <ButtonLink key={label} variant="default" size="compact-sm" {...place}>
      {label}
    </ButtonLink>
  ))
}
