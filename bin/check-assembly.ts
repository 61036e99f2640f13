import { requireInert } from '../cli/deploy/assembly-guard'

// For the workflow: before it takes the role, and before `cdk diff`.
requireInert(process.argv[2] ?? 'cdk.out')
