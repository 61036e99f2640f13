import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Account } from '../../../../client'
import { RemovePerson } from '../people/remove-person'
import { texts } from './texts'

/** For any role: nobody has to ask an owner. */
export function LeaveCompany({ account: { person, company } }: { account: Account }) {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <Text size="sm">{texts.leaveHint}</Text>
      <Button variant="default" onClick={open}>
        {texts.leave(company.name)}
      </Button>
      <RemovePerson of={person} isYou opened={opened} onClose={close} />
    </>
  )
}
