export const texts = {
  title: 'Your inventory',
  lead: 'Sign in to see your stock, move it, and manage who may do so.',
  signIn: 'Sign in',
  failed: 'Signing in has failed',
  keepsNothing: 'The browser lets this page keep nothing. Allow cookies and site data for it, and sign in again.',
  again: 'Sign in again',
  notInvited: 'You are signed in, but no company has invited this address.',
  howToBeInvited: 'Ask an owner of the company to invite it: Settings, People.',
  expired: 'You are signed out: the time has run out, or all your sessions were ended.',
  tooOld: 'Sign in again to go on',
  tooOldHint: 'For this, your sign-in must be at most ten minutes old. What you typed stays.',
  noFactor: 'Owners need a second factor',
  noFactorHint:
    'Set up a second factor where you sign in, such as an app that shows codes. Then sign in again, with that.',
  signOut: 'Sign out',
}
