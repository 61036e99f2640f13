import { api } from '../../api/client'
import { listPage } from '../../api/queries'
import { pageSize } from '../search'

type Page = { offset: number; limit?: number }

export const listKeys = ({ offset, limit = pageSize }: Page) => listPage('keys', { offset, limit }, api.listKeys)
