import * as z from 'zod'
import { planNames } from '../domain/companies/plan'
import { findZoneName } from '../domain/companies/time-zone'
import { usageDays } from '../domain/companies/usage'
import { date, queryInteger, readOnly, text, timestamp } from './fields'
import { Person } from './person'

const timeZone = text(100)
  .refine((name) => findZoneName(name) !== null, 'must be the name of a time zone, such as Europe/Berlin')
  .transform((name) => findZoneName(name) ?? name)

export const Company = z.object({
  id: z.string(),
  name: z.string(),
  plan: z.enum(planNames),
  time_zone: z.string(),
  created_at: timestamp,
})

export const UpdateCompany = z.strictObject({
  name: text(100).optional(),
  time_zone: timeZone.optional(),
  id: readOnly,
  plan: readOnly,
  created_at: readOnly,
} satisfies Record<keyof z.infer<typeof Company>, z.ZodType>)

/** `day` is null without a limit. `sends_mail`: false where nobody can choose alerts. */
export const Account = z.object({
  company: Company,
  today: date,
  person: Person,
  sends_mail: z.boolean(),
  limits: z.object({ minute: z.int(), day: z.int().nullable() }),
  usage: z.object({ minute: z.int(), day: z.int() }),
  snapshots: z.object({ left_today: z.int(), restores_left_today: z.int() }),
  totals: z.object({
    items: z.int(),
    low_stock: z.int(),
    units: z.int(),
    orders_open: z.int(),
    orders_overdue: z.int(),
    trash: z.int(),
  }),
})

export const GetUsage = z.strictObject({ days: queryInteger(1, usageDays).default(30) })

/** One of `key_id` and `person_id` is null. */
export const DailyUsage = z.object({
  date,
  key_id: z.string().nullable(),
  person_id: z.string().nullable(),
  requests: z.int(),
  refused: z.int(),
})
export const Usage = z.object({ data: z.array(DailyUsage) })
