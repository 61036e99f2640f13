import * as accessLog from '../contract/access-log'
import * as account from '../contract/account'
import * as apiKey from '../contract/api-key'
import * as person from '../contract/person'
import { act, command, create, nameRoutes, read, remove, update } from './route'

const forAnyPerson = { scope: 'account', needsPeople: true } as const
const forOwners = { scope: 'manage', needsPeople: true } as const
const keyPath = { ...forOwners, params: apiKey.KeyParams, missing: 'key_not_found' } as const
const personPath = { ...forOwners, params: person.PersonParams, missing: 'person_not_found' } as const

export const routes = nameRoutes({
  'get-account': read('/account', 'Get the account: the company, yourself, limits and totals', {
    ...forAnyPerson,
    meterBeforeRunning: true,
    withoutSecondFactor: true,
    reply: account.Account,
  }),
  'update-account': update('/account', 'Update the name or the time zone of the company', {
    ...forOwners,
    body: account.UpdateCompany,
    bodyOptional: true,
    reply: account.Company,
    refuses: ['invalid_state'],
  }),
  'list-invitations': act('/account/invitations', 'List the open invitations to your address', {
    ...forAnyPerson,
    body: person.ListInvitations,
    reply: person.InvitationList,
  }),
  'link-account': act('/account/link', 'Accept an invitation: from then on you are a person of the company', {
    ...forAnyPerson,
    body: person.LinkAccount,
    reply: person.Person,
    refuses: ['invalid_state'],
  }),
  'get-usage': read('/usage', 'List how many requests there were on each day', {
    ...forAnyPerson,
    query: account.GetUsage,
    reply: account.Usage,
  }),
  'list-keys': read('/keys', 'List API keys, newest first', {
    ...forOwners,
    query: apiKey.ListApiKeys,
    reply: apiKey.ApiKeyList,
  }),
  'create-key': create('/keys', 'Create an API key: the answer has its secret', {
    ...forOwners,
    creates: null,
    body: apiKey.CreateApiKey,
    bodyOptional: true,
    reply: apiKey.ApiKeyWithSecret,
    needsRecentSignIn: true,
    refuses: ['limit_exceeded'],
  }),
  'update-key': update('/keys/{id}', 'Rename an API key', {
    ...keyPath,
    body: apiKey.UpdateApiKey,
    bodyOptional: true,
    reply: apiKey.ApiKey,
  }),
  'revoke-key': remove('/keys/{id}', 'Revoke an API key', keyPath),
  'list-people': read('/people', 'List people, newest first', {
    ...forOwners,
    query: person.ListPeople,
    reply: person.PeopleList,
  }),
  'invite-person': create('/people', 'Invite a person, for seven days', {
    ...forOwners,
    creates: null,
    body: person.InvitePerson,
    reply: person.Person,
    refuses: ['limit_exceeded'],
    needsRecentSignIn: true,
  }),
  'update-person': update('/people/{id}', 'Update a person', {
    ...personPath,
    ...forAnyPerson,
    body: person.UpdatePerson,
    bodyOptional: true,
    reply: person.Person,
    needsRecentSignIn: ['name', 'role'],
    refuses: ['invalid_state'],
  }),
  'sign-out-person': command('/people/{id}/sign-out', 'End all sessions of a person', {
    ...personPath,
    ...forAnyPerson,
  }),
  'remove-person': remove('/people/{id}', 'Remove a person, or leave', {
    ...personPath,
    ...forAnyPerson,
    query: person.RemovePerson,
    refuses: ['invalid_state'],
  }),
  'list-access-log': read('/access-log', 'List what changed about who may do what, newest first', {
    ...forOwners,
    query: accessLog.ListAccessLog,
    reply: accessLog.AccessList,
  }),
})
