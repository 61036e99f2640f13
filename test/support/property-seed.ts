import fc from 'fast-check'
import { sliceCount } from './slices'

// jest's setup of each test file: a property that chooses no seed has a fixed one, too, but in the run that explores.

if (!globalThis.thorough || globalThis.slice !== undefined) fc.configureGlobal({ seed: globalThis.slice ?? sliceCount })
