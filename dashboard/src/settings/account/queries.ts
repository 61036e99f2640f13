import { api } from '../../api/client'
import { ask } from '../../api/queries'

export const usageDays = 30

export const usage = ask(['usage'], (options) => api.getUsage({ days: usageDays }, options))
