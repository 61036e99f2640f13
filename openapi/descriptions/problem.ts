/** What the body of an error means. Its fields are also in the rows of a batch. */
export const problemDescriptions = { Problem: 'The body of every answer that is not a success.' }
