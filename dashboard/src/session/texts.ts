export const texts = {
  title: 'Your inventory',
  lead: 'Sign in to see your stock, move it, and manage who may do so.',
  signIn: 'Sign in',
  failed: 'Signing in has failed',
  keepsNothing: 'The browser lets this page keep nothing. Allow cookies and site data for it, and sign in again.',
  again: 'Sign in again',
  notInvited: 'You are signed in, but no company has invited this address.',
  howToBeInvited: 'Ask an owner of the company to invite it: Settings, People.',
  expired: 'You are signed out: the time has run out.',
  signOut: 'Sign out',
}
