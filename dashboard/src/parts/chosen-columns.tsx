import { Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { browserStorage } from '../browser/storage'
import { texts } from './texts'

/** The columns of this list that are shown beside those that always are. The choice stays in this browser. */
export function useChosenColumns(list: string, usual: string[]): readonly [string[], (names: string[]) => void] {
  const place = `columns ${list}`
  const [chosen, setChosen] = useState(() => browserStorage.getItem(place)?.split(',') ?? usual)
  const choose = (names: string[]) => {
    browserStorage.setItem(place, names.join())
    setChosen(names)
  }
  return [chosen, choose]
}

type ChosenColumnsProps = { of: Record<string, string>; chosen: string[]; onChoose: (names: string[]) => void }

/** `of`: what columns are called, by their names. */
export function ChosenColumns({ of, chosen, onChoose }: ChosenColumnsProps) {
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false} portalProps={{ target: 'main' }}>
      <Menu.Target>
        <Button variant="default">{texts.columns}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.CheckboxGroup value={chosen} onChange={onChoose}>
          {Object.entries(of).map(([name, label]) => (
            <Menu.CheckboxItem key={name} value={name}>
              {label}
            </Menu.CheckboxItem>
          ))}
        </Menu.CheckboxGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
