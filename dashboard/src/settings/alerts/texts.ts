import { texts as shared } from '../texts'

export const texts = {
  ...shared,
  byMail: 'By mail',
  lowStock: 'Tell me what became low on stock',
  lowStockHint: (email: string) => `To ${email}: at most one mail in five minutes, with a link to the reorder.`,
  onlyYou: 'This is your own choice. Each person of the company chooses alone.',
  noMail: 'This service sends no mails',
  noMailHint: 'Those who run it can set an address from which mails are sent.',
  saved: { low_stock: 'Saved: you get a mail.', none: 'Saved: you get no mail.' },
}
