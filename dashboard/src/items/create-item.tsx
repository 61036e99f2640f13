import { useNavigate, useSearch } from '@tanstack/react-router'
import { api } from '../api/client'
import { itemQueries } from '../api/queries'
import { useQuestion } from '../api/question'
import { ChangeForm, FormDrawer } from '../parts/form-drawer'
import { NumberField } from '../parts/number-field'
import { doubtNumber } from '../parts/numbers'
import { ItemInputs } from './item-form'
import { checkItem, makeItem } from './item-values'
import { texts } from './texts'

/** Open where the address of the list says so. */
export function CreateItem() {
  const { barcode = '', sku = '' } = useSearch({ from: '/items' })
  const navigate = useNavigate()
  const { opened = false, close } = useQuestion('create', ['barcode', 'sku'])
  return (
    <FormDrawer opened={opened} onClose={close} title={texts.create}>
      <ChangeForm
        // Another code that was scanned is another item: its form does not begin with what was typed for the one before.
        name={['create item', barcode, sku].join(' ').trim()}
        initial={{ name: '', sku, quantity: '', barcode, location: '', reorder_point: '' }}
        check={checkItem}
        doubt={({ quantity }) => doubtNumber(quantity, 0)}
        make={makeItem}
        send={api.createItem}
        stale={itemQueries}
        onDone={({ id }) => void navigate({ to: '/items/$id', params: { id } })}
        action={texts.createIt}
        onClose={close}
      >
        {(form) => (
          <ItemInputs form={form}>
            <NumberField
              label={texts.firstQuantity}
              description={texts.firstQuantityHint}
              {...form.getInputProps('quantity')}
            />
          </ItemInputs>
        )}
      </ChangeForm>
    </FormDrawer>
  )
}
