import { chooseSize } from './size'

/** A test of a whole procedure, which takes long at any size: `npm test` skips it, `npm run test:thorough` runs it. */
export const rehearse = chooseSize({ quick: test.skip, thorough: test as jest.It })
