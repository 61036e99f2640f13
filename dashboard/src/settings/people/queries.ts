import { api } from '../../api/client'
import { listPage } from '../../api/queries'
import { pageSize } from '../search'

type Page = { offset: number; limit?: number }

export const listPeople = ({ offset, limit = pageSize }: Page) => listPage('people', { offset, limit }, api.listPeople)
