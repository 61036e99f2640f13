/** What the fields of receipts mean. */
export const receiptDescriptions = {
  ReceiveOrder: 'A delivery. Without `lines`, everything outstanding was accepted.',
  Receipt: 'What was received with one delivery.',
  ReceivedOrder: 'The order after the delivery, its receipt, and the transactions that put the goods in stock.',
  ReceiptList: 'A page of receipts.',

  id: 'The id of the receipt: `rcp_` and 26 characters.',
  order_id: 'The id of the purchase order.',
  lines: 'What was delivered, by line item.',
  'ReceiveOrder.lines':
    'What was delivered: from 1 to 45 lines. Lines of the same line item are added up. Null: everything outstanding.',
  'lines.line_item_id': 'The id of the line item.',
  'lines.quantity_accepted': 'How much was accepted: it is in stock.',
  'lines.quantity_rejected': 'How much was rejected: it stays outstanding.',
  'lines.rejection_reason': 'Why it was rejected. Up to 100 characters.',
  reference: 'Your own number for the delivery, such as that of the delivery note. Up to 255 characters.',
  note: 'A remark. Up to 1 000 characters.',
  allow_over_receipt: 'With `true`, more may be accepted than is outstanding.',
  received_by: 'The id of the user who received it.',
  order: 'The order as it is now.',
  receipt: 'The receipt of this delivery.',
  transactions: 'One for each line item of which something was accepted.',
}
