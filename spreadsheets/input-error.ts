/** What somebody gave cannot be used: a file that is none, or a column that is not there. */
export class InputError extends Error {}
