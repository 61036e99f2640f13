import { useLocalStorage } from '@mantine/hooks'
import { useEffect } from 'react'
import type { Account } from '../../../../client'
import { type FirstHour, isEmptyCompany } from './steps'

/** Begins when the company is seen empty. Another company is not led: it is null there. */
export function useFirstHour({ company, totals }: Account) {
  const isEmpty = isEmptyCompany(totals)
  const [firstHour, setFirstHour] = useLocalStorage<FirstHour | null>({
    key: `first hour ${company.id}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  })
  useEffect(() => {
    if (isEmpty && firstHour === null) setFirstHour({ ticked: [], hidden: false })
  }, [isEmpty, firstHour, setFirstHour])
  return { firstHour, setFirstHour, isEmpty, isHidden: firstHour?.hidden === true }
}
