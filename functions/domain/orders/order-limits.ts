/** The most lines that an order may have. */
export const maxOrderLines = 200

/** Each line takes two writes. With the order's own, they must fit a database transaction of 100. */
export const maxReceiptLines = 45
