import { region } from '../names'
import { engineCredentials } from '../table/table-engine'

/** By which a client of the AWS SDK calls this machine's services: as those who run them. */
export const access = { region, credentials: engineCredentials }
