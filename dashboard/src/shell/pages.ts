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

/** The pages of the menu. `key`: the letter that leads there, after `g`. `isNear`: in the bar of a phone. */
export const pages = [
  { to: '/', label: texts.home, icon: House, key: 'h', isNear: true },
  { to: '/items', label: texts.items, icon: Box, key: 'i', isNear: true },
  { to: '/scan', label: texts.scan, icon: Scan, key: 's', isNear: true },
  { to: '/orders', label: texts.orders, icon: Truck, key: 'o', isNear: true },
  { to: '/stocktake', label: texts.stocktake, icon: Count, key: null, isNear: false },
  { to: '/snapshots', label: texts.snapshots, icon: Camera, key: 'p', isNear: false },
  { to: '/log', label: texts.log, icon: Clock, key: 'l', isNear: false },
  { to: '/trash', label: texts.trash, icon: Trash, key: 't', isNear: false },
  { to: '/settings', label: texts.settings, icon: Settings, key: 'e', isNear: false },
] as const

export function isWithin(pathname: string, to: string): boolean {
  return to === '/' ? pathname === '/' : pathname === to || pathname.startsWith(`${to}/`)
}
