/**
 * How long a client of an AWS service waits, in milliseconds: so a service that hangs does not hold a function to its
 * end. DynamoDB's are in `functions/store/time/timing.ts`.
 */
export const clientLimits = { connectionTimeout: 2_000, requestTimeout: 5_000, throwOnRequestTimeout: true }
