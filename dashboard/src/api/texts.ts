export const texts = {
  serverFailed: 'The service has failed. Try again: nothing is done twice.',
  noAnswer: 'No answer came. Try again: nothing is done twice.',
  doneSince: 'What you sent on the page before is done.',
  again: 'Try again',
  sentBefore: 'This form was sent before, and it is not known what became of it.',
}
