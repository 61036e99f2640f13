import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { compareRows, type ImportPlan } from '../../../../spreadsheets/import/make-plan'
import type { ImportRules } from '../../../../spreadsheets/import/plan'
import type { Sheet } from '../../../../spreadsheets/sheet/sheet'
import { patientApi } from '../../api/client'
import { checkRows } from '../sheet/reader'

/** The dry run: what an import of the sheet would do. */
export function usePlan(sheet: Sheet) {
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null)
  const planning = useMutation({
    mutationFn: async (rules: ImportRules): Promise<ImportPlan & { rules: ImportRules }> => {
      setProgress(null)
      const rows = await checkRows(sheet, rules.mapping)
      const report = (done: number, total: number) => setProgress({ done, total })
      return { ...(await compareRows(patientApi, { sheet, rows }, rules, report)), rules }
    },
  })
  return { ...planning, progress }
}

export type Planning = ReturnType<typeof usePlan>
