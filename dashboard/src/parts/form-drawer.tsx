import { Drawer, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { say } from '../browser/said'
import { type TakeScan, useScans } from '../scanner/scans'
import { texts } from './texts'

type OpenedProps = { opened: boolean; onClose: () => void; title: string; children: ReactNode }

/** A code that is read meanwhile opens nothing else: what is typed would be out of sight. */
const tellOpen: TakeScan = ({ text }) => say(texts.readBeside(text))

/** A form beside the page, or a sheet at its bottom. What is typed stays when it is closed; Cancel forgets it. */
export function FormDrawer({
  children,
  position = 'right',
  ...shown
}: OpenedProps & { position?: 'right' | 'bottom' }) {
  useScans('dialog', tellOpen, shown.opened)
  return (
    <Drawer {...shown} position={position}>
      {shown.opened && children}
    </Drawer>
  )
}

/** A form that is a question, before the page. */
export function FormModal({ children, ...shown }: OpenedProps) {
  useScans('dialog', tellOpen, shown.opened)
  return <Modal {...shown}>{shown.opened && children}</Modal>
}
