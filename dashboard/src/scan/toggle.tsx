import { Button } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'

type ToggleProps = { isOn: boolean; icon: LucideIcon; label: string; onChange: (isOn: boolean) => void }

/** A switch that is as large as a button. The icon says which way it is, too. */
export function Toggle({ isOn, icon: Icon, label, onChange }: ToggleProps) {
  return (
    <Button
      flex="none"
      role="switch"
      aria-checked={isOn}
      variant={isOn ? 'light' : 'default'}
      leftSection={<Icon size={20} aria-hidden />}
      onClick={() => onChange(!isOn)}
    >
      {label}
    </Button>
  )
}
