import { join } from 'node:path'

/** The document as it is published. `npm run openapi` writes it. */
export const publishedFile = join(__dirname, '../../../openapi/openapi.json')

/** That of the last release, which clients were written for. */
export const releasedFile = join(__dirname, '../../../openapi/released.json')
