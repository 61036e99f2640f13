import Camera from 'lucide-react/icons/camera'
import Count from 'lucide-react/icons/clipboard-check'
import Clock from 'lucide-react/icons/clock'
import House from 'lucide-react/icons/house'
import Box from 'lucide-react/icons/package'
import Scan from 'lucide-react/icons/scan-barcode'
import Settings from 'lucide-react/icons/settings'
import Trash from 'lucide-react/icons/trash-2'
import Truck from 'lucide-react/icons/truck'
import { texts } from './texts'

/** The pages of the menu. The first four are in the bar of a phone. `key`: the letter that leads there, after `g`. */
export const pages = [
  { to: '/', label: texts.home, icon: House, key: 'h' },
  { to: '/items', label: texts.items, icon: Box, key: 'i' },
  { to: '/scan', label: texts.scan, icon: Scan, key: 's' },
  { to: '/orders', label: texts.orders, icon: Truck, key: 'o' },
  { to: '/stocktake', label: texts.stocktake, icon: Count, key: null },
  { to: '/snapshots', label: texts.snapshots, icon: Camera, key: 'p' },
  { to: '/log', label: texts.log, icon: Clock, key: 'l' },
  { to: '/trash', label: texts.trash, icon: Trash, key: 't' },
  { to: '/settings', label: texts.settings, icon: Settings, key: 'e' },
] as const

export function isWithin(pathname: string, to: string): boolean {
  return to === '/' ? pathname === '/' : pathname === to || pathname.startsWith(`${to}/`)
}
