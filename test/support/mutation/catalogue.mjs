import { configureMutation } from './config.mjs'

export default configureMutation('catalogue')
