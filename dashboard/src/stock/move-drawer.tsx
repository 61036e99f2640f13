import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRights } from '../api/queries'
import { makeLater } from '../parts/later'
import { ProblemNotice } from '../parts/problem'
import { FormLoading } from '../parts/rows-loading'
import { moveFile } from './move-file'
import type { MoveOfProps } from './move-form'
import type { MoveKind, MoveSearch } from './move-search'
import { texts } from './texts'

const FormDrawer = makeLater(async () => (await import('../parts/form-drawer')).FormDrawer)

/** The movement that the address names, beside any page. */
export function MoveDrawer() {
  const { move, of, then }: MoveSearch & { then?: MoveKind } = useSearch({ strict: false })
  const { write } = useRights()
  const navigate = useNavigate()
  const show = (search: MoveSearch) =>
    void navigate({
      to: '.',
      search: ({ move: _, of: __, ...kept }) => ({ ...kept, ...search }),
      replace: true,
      resetScroll: false,
    })
  const close = () => show({})
  return (
    <FormDrawer opened={write && move !== undefined} onClose={close} title={move ? texts.kinds[move] : ''}>
      {move && of && (
        <MoveFile
          key={`${move} ${of}`}
          kind={move}
          id={of}
          isScanned={then === move}
          close={close}
          open={() => show({ move, of })}
        />
      )}
    </FormDrawer>
  )
}

function MoveFile(props: MoveOfProps) {
  const file = useQuery(moveFile)
  if (file.data) return <file.data.MoveOf {...props} />
  if (file.error && !file.isFetching) return <ProblemNotice error={file.error} retry={file.refetch} />
  return <FormLoading />
}
