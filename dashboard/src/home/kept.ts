/** Where this browser keeps what it knows of the beginning of a company. */
export const placeOf = (kind: 'first hour' | 'example', companyId: string) => `${kind} ${companyId}`
