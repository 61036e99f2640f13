import { configureMutation } from './config.mjs'

export default configureMutation('domain')
