import { Radio, Stack } from '@mantine/core'
import type { ComponentProps } from 'react'
import type { Person } from '../../../../client'
import { texts } from './texts'

const roles: Person['role'][] = ['owner', 'member', 'viewer']

/** What a person may do. It takes what a form gives an input. */
export function RoleField(props: Omit<ComponentProps<typeof Radio.Group>, 'children' | 'label'>) {
  return (
    <Radio.Group label={texts.role} {...props}>
      <Stack gap="sm" mt="xs">
        {roles.map((role) => (
          <Radio key={role} value={role} label={texts.roles[role]} description={texts.roleHints[role]} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
