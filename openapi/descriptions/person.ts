import { readOnlyPersonFields } from '../../functions/domain/companies/person'
import { describeReadOnly, forSchemas } from './for-schemas'

/** What the fields of people mean. */
export const personDescriptions = {
  Person: 'Somebody who signs in, or is invited to.',
  InvitePerson: 'Whom to invite.',
  LinkAccount: 'By what the provider tells who has signed in.',
  id_token: 'The ID token that came with the access token. Up to 8000 characters.',
  UpdatePerson: 'The fields that change; what is left out stays. A person can be sent back as it was fetched.',
  PeopleList: 'A page of people.',

  id: 'The id of the person: `usr_` and 26 characters.',
  email: 'The address by which the person signs in, in small letters. Up to 254 characters.',
  name: 'The name, as the audit log shows it. Up to 100 characters.',
  role: '`owner`: all that there is. `member`: reads and writes. `viewer`: reads.',
  alerts:
    '`low_stock`: a mail tells what became low on stock, at most one in five minutes. `none`: no mail. The person itself chooses, where the service sends mails: `sends_mail` of the account says so.',
  status: '`invited` until the first sign-in: then `active`.',
  invited_until: 'Until when the invitation can be accepted. Null for one who has signed in.',
  last_used_at: 'When the person last called the API. Null before.',
  ...forSchemas(['UpdatePerson'], describeReadOnly(readOnlyPersonFields)),
}
