import fc from 'fast-check'
import { explores, fixedSeed } from './seed'

// jest's setup of each test file: a property that chooses no seed has a fixed one, too, but in the run that explores.

if (!explores()) fc.configureGlobal({ seed: fixedSeed() })
