import * as z from 'zod'
import {
  alertChoices,
  type Person as DomainPerson,
  isEmail,
  keyChoices,
  normalizeEmail,
  type PersonPatch,
  personStatuses,
  readOnlyPersonFields,
  roles,
} from '../domain/companies/person'
import { id, makeReadOnly, oneOf, text, timestamp } from './fields'
import { listOf, pageQuery } from './page'

export const PersonParams = z.strictObject({ id: id('usr') })

export const Person = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(roles),
  status: z.enum(personStatuses),
  alerts: z.enum(alertChoices),
  invited_until: timestamp.nullable(),
  created_at: timestamp,
  last_used_at: timestamp.nullable(),
} satisfies Record<keyof DomainPerson, z.ZodType>)

/** Whether mail arrives there is for the invitation to show. */
const email = text(254).refine(isEmail, 'must be an e-mail address').transform(normalizeEmail)

export const InvitePerson = z.strictObject({ email, name: text(100), role: oneOf(roles) })

export const UpdatePerson = z.strictObject({
  name: text(100).optional(),
  role: oneOf(roles).optional(),
  alerts: oneOf(alertChoices).optional(),
  ...makeReadOnly(readOnlyPersonFields),
} satisfies Record<keyof PersonPatch, z.ZodType>)

/** What becomes of the keys that the person has made. */
export const RemovePerson = z.strictObject({ keys: oneOf(keyChoices).optional() })

/** Providers put much into it. API Gateway takes 10 240 bytes of headers, and so does an access token. */
const id_token = text(8_000)
export const ListInvitations = z.strictObject({ id_token })
export const LinkAccount = z.strictObject({ id_token, invitation_id: text(100) })

/** As who is invited sees it. */
export const InvitationList = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      company: z.string(),
      inviter: z.string().nullable(),
      role: z.enum(roles),
      invited_until: timestamp.nullable(),
    }),
  ),
})

export const ListPeople = z.strictObject(pageQuery)
export const PeopleList = listOf(Person)
