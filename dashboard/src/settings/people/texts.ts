import type { Person } from '../../../../client'
import { texts as shared } from '../texts'

const roles: Record<Person['role'], string> = { owner: 'Owner', member: 'Member', viewer: 'Viewer' }
const roleHints: typeof roles = {
  owner: 'All that a member may, and manages keys, people and webhooks.',
  member: 'Sees and changes items, stock and orders.',
  viewer: 'Sees everything but keys, people and webhooks, and changes nothing.',
}

export const texts = {
  ...shared,
  invite: 'Invite somebody',
  invitePerson: 'Invite',
  email: 'E-mail address',
  emailHint: 'The person signs in with this address within seven days, and accepts.',
  nobody: 'There are no more people',
  role: 'Role',
  roles,
  roleHints,
  invited: 'Invited',
  invitedUntil: (time: string) => `until ${time}`,
  invitationOver: 'Invitation is over',
  changePerson: (name: string) => `Change: ${name}`,
  changed: (name: string) => `${name} is changed.`,
  invitationSent: (email: string) => `${email} is invited for seven days.`,
  removePerson: (name: string) => `Remove: ${name}`,
  askRemove: (name: string, email: string) => `Remove ${name} (${email})?`,
  removeHint: 'The next request of this person is refused. To come back, the person is invited anew.',
  askLeave: (company: string) => `Leave ${company}?`,
  leave: 'Leave',
  leaveHint: 'You see nothing of this company any more. To come back, an owner invites you anew.',
  keysOf: 'API keys that the person has made',
  keyChoices: { keep: 'Keep them', revoke: 'Revoke them' },
  keyHints: {
    keep: 'What runs by them goes on. They say who has made them.',
    revoke: 'What runs by them stops at once.',
  },
  signOutPerson: (name: string) => `Sign out everywhere: ${name}`,
  askSignOut: (name: string) => `Sign ${name} out everywhere?`,
  signOutHint: 'Every phone and computer where this person is signed in is signed out. Signing in again works at once.',
  signOutYourself:
    'Every phone and computer where you are signed in is signed out, this one, too. ' +
    'Counts and imports of this browser that are not sent yet are lost.',
  signedOut: (name: string) => `${name} is signed out everywhere.`,
  lowerYourself: 'This is you. With another role, you no longer see this page.',
  removed: (name: string) => `${name} is removed.`,
}
