import { createTheme } from '@mantine/core'
import { accent } from '../parts/tokens'
import { texts } from './texts'

/** Contrast is measured by axe in both colour schemes: the shades are chosen for it. */
export const theme = createTheme({
  colors: { accent },
  primaryColor: 'accent',
  primaryShade: { light: 8, dark: 8 },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  headings: {
    fontFamily: 'inherit',
    fontWeight: '650',
    sizes: { h1: { fontSize: '1.6rem' }, h2: { fontSize: '1.05rem' } },
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Modal: { defaultProps: { closeButtonProps: { 'aria-label': texts.close } } },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': texts.close } } },
    // The page has one <header>: that of a dialog is none of its landmarks.
    ModalHeader: { defaultProps: { component: 'div' } },
    DrawerHeader: { defaultProps: { component: 'div' } },
    Badge: { defaultProps: { tt: 'none', fw: 600 } },
    Button: { styles: { label: { fontWeight: 500 } } },
    NavLink: { styles: { root: { borderRadius: 'var(--mantine-radius-default)' } } },
    Table: { defaultProps: { highlightOnHover: true } },
    // In its own colour, on its own background, it is too faint.
    Alert: { styles: { title: { color: 'var(--mantine-color-text)' } } },
  },
})
