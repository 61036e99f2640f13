export { tearDown as default } from './run-setup'
