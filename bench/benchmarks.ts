type Listed = { summary: string; load: () => Promise<unknown> }

/** What `npm run bench -- NAME` runs. Each is a program: it runs when it is loaded, and reads the command line. */
export const benchmarks: Record<string, Listed> = {
  units: {
    summary: 'what lists and changes cost, checked against limits; with --quick, what CI runs',
    load: () => import('./units'),
  },
  load: { summary: 'how many requests a second, and that no write is lost or doubled', load: () => import('./load') },
  compare: { summary: 'requests beside those of another checkout', load: () => import('./compare') },
  'start-up': { summary: 'how long a function takes to start', load: () => import('./start-up') },
  'service-start': { summary: 'how long npm start takes', load: () => import('./service-start') },
  soak: { summary: 'no list misses a write that another process makes', load: () => import('./soak') },
  rolling: { summary: 'the same of two releases that share a table', load: () => import('./rolling') },
  pages: {
    summary: 'what each page of the dashboard asks of the API, and what that costs',
    load: () => import('./pages/main'),
  },
  costs: {
    summary: 'computes what a stack is billed for, and writes tables and plots',
    load: () => import('./costs/main'),
  },
}
