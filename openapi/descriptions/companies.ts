import { readOnlyKeyFields } from '../../functions/domain/companies/api-key'
import { readOnlyPersonFields } from '../../functions/domain/companies/person'
import { describeReadOnly, forSchemas } from './common'

/** What the fields of the account mean. */
export const accountDescriptions = {
  Account: 'The company, the person who asks, limits, and what there is in stock.',
  company: 'The company that the person belongs to.',
  Company: 'The company.',
  UpdateCompany: 'The fields that change. The company can be sent back as it was fetched.',
  id: 'The id of the company.',
  name: 'The name of the company. Up to 100 characters.',
  plan: 'The plan, which decides the limits.',
  time_zone: 'Where its days are cut: those of `GET /stock/daily`, and what is overdue. An IANA name. `UTC` at first.',
  created_at: 'When the company was created.',
  today: 'The day of the company that is under way.',
  person: 'The person who asks.',
  sends_mail: 'Whether the service sends mails. Without them, nobody can choose alerts.',
  limits: 'How many requests each key and each person may send.',
  'limits.minute': 'In a minute.',
  'limits.day': 'On a UTC day. Null without a limit.',
  usage: 'How many requests of these the person has sent, with this one.',
  'usage.minute': 'In this minute.',
  'usage.day': 'On this UTC day.',
  snapshots: 'What is left to the company on this UTC day.',
  left_today: 'Snapshots that can still be taken today.',
  restores_left_today: 'Restores that can still be started today.',
  totals: 'How many there are.',
  'totals.items': 'Live items.',
  low_stock: 'Live items with fewer units than their reorder point.',
  units: 'The quantities of all live items, added up.',
  orders_open: 'Orders that are `ordered` or `partially_received`.',
  orders_overdue: 'Those of them that were expected before today, a day of the company.',
  trash: 'Items in trash.',

  Usage: 'Requests of each key and person, by day. A day without any is left out.',
  'Usage.data': 'By date, oldest first.',
  DailyUsage: 'The requests of a key or a person on one day.',
  date: 'The UTC day.',
  key_id: 'The key. Null for a person.',
  person_id: 'The person. Null for a key.',
  requests: 'Requests that were counted.',
  refused:
    'Requests that were answered with 429, since the limit was reached. They are told with the next that is counted, so a few may be missing.',
}

/** What the fields of API keys mean. */
export const apiKeyDescriptions = {
  ApiKey: 'An API key, without its secret.',
  ApiKeyWithSecret: 'An API key, with its secret: the only time that it is shown.',
  CreateApiKey: 'What the key is for. Each field can be left out.',
  UpdateApiKey: 'The name. A key can be sent back as it was fetched.',
  ApiKeyList: 'A page of API keys.',

  id: 'The id of the key: `key_` and 26 characters.',
  name: 'What the key is for, as the audit log shows it. Up to 100 characters.',
  prefix: 'How the secret begins: `sk_live_`, or `sk_test_` of a local service.',
  last4: 'How the secret ends: the last four characters.',
  scopes: 'What the key may do: `read`, `write`, `webhooks`. The first two unless given.',
  user_id: 'For whom the key acts.',
  user_name: 'Of who has made the key, also after that person has left. Null where a command has made it.',
  last_used_at: 'When the key was last used. Null before.',
  expires_at: 'From when on the key is refused. Null for one that does not expire.',
  revoked_at: 'When the key was revoked. Null for one that was not.',
  key: 'The secret, to be sent as `Authorization: Bearer`. It is not stored.',
  active_in: 'Seconds until the key is known everywhere, at most.',
  ...forSchemas(['UpdateApiKey'], describeReadOnly(readOnlyKeyFields)),
}

/** What the fields of people mean. */
export const personDescriptions = {
  Person: 'Somebody who signs in, or is invited to.',
  InvitePerson: 'Whom to invite.',
  ListInvitations: 'By what the provider tells who has signed in.',
  LinkAccount: 'By what the provider tells who has signed in, and which invitation is meant.',
  InvitationList: 'The open invitations to the address.',
  invitation_id: 'Of the invitation.',
  company: 'The name of the company that invites.',
  inviter: 'The name of who invites. Null where it was an operator of the service.',
  id_token: 'The ID token that came with the access token. Up to 8000 characters.',
  UpdatePerson: 'The fields that change; what is left out stays. A person can be sent back as it was fetched.',
  PeopleList: 'A page of people.',

  id: 'The id of the person: `usr_` and 26 characters.',
  email: 'The address by which the person signs in, in small letters. Up to 254 characters.',
  name: 'The name, as the audit log shows it. Up to 100 characters.',
  role: '`owner`: all that there is. `member`: reads and writes. `viewer`: reads.',
  alerts:
    '`low_stock`: a mail tells what became low on stock, at most one in five minutes. `none`: no mail. The person itself chooses, where the service sends mails: `sends_mail` of the account says so.',
  status: '`invited` until it is accepted: then `active`.',
  invited_until: 'Until when the invitation can be accepted. Null for one who has accepted.',
  last_used_at: 'When the person last called the API. Null before.',
  ...forSchemas(['UpdatePerson'], describeReadOnly(readOnlyPersonFields)),
}

/** What the fields of entries of the access log mean. */
export const accessDescriptions = {
  AccessEntry: 'One change of who may do what: who made it, and when. It outlives what was changed.',
  AccessList: 'A page of the access log.',

  id: 'The id of the entry: `acc_` and 26 characters.',
  action: 'What was done.',
  actor: 'Who made the change.',
  'actor.type': '`person`, `api_key`, or `system` for what the operators of the service did.',
  'actor.id': 'The id of the person or the key. `command-line` for the operators.',
  'actor.name': 'The name that it had then.',
  subject: 'Whom or what the change is about.',
  'subject.type': 'What it is.',
  'subject.id': 'Its id.',
  'subject.name': 'The name that it had then: of a webhook, its host.',
  changes: 'The fields that changed, without secrets. Of the `url` of a webhook, what follows the host is `…`.',
  'changes.field': 'The name of the field.',
  'changes.from': 'The value before. Null if there was none.',
  'changes.to': 'The value after. Null if there is none.',
  request_id: 'The `X-Request-Id` of the request that made the change, or the id of a command.',
}
