type Listed = { summary: string; load: () => Promise<unknown> }

/** What `npm run bench -- NAME` runs. Each is a program: it runs when it is loaded, and reads the command line. */
export const benchmarks: Record<string, Listed> = {
  units: {
    summary: 'what lists and changes cost, checked against limits; with --quick, what CI runs',
    load: () => import('./units'),
  },
  load: { summary: 'how many requests a second, and that no write is lost or doubled', load: () => import('./load') },
  compare: { summary: 'requests beside those of another checkout', load: () => import('./compare') },
  profile: {
    summary: 'where the processor time of a request goes, as a table and a flame graph',
    load: () => import('./profile/main'),
  },
  'start-up': { summary: 'how long a function takes to start', load: () => import('./start-up') },
  'service-start': { summary: 'how long npm start takes', load: () => import('./service-start') },
  soak: { summary: 'no list misses a write that another process makes', load: () => import('./soak') },
  rolling: { summary: 'the same of two releases that share a table', load: () => import('./rolling') },
  sparse: { summary: 'a request every few seconds beside a busy process', load: () => import('./sparse') },
  partition: {
    summary: 'a company that writes more than its partition takes, and what others see of it',
    load: () => import('./partition'),
  },
  retail: { summary: 'plays a file of real sales against the running service', load: () => import('./retail') },
  pages: {
    summary: 'what each page of the dashboard asks of the API, and what that costs',
    load: () => import('./pages'),
  },
  costs: {
    summary: 'computes what a stack is billed for, and writes tables and plots',
    load: () => import('./costs/main'),
  },
  night: {
    summary: 'a night of companies on the local service, beside requests, with workers that are killed',
    load: () => import('./night/main'),
  },
  scale: {
    summary: 'simulates the night of a stack with up to a million companies',
    load: () => import('./scale/main'),
  },
}
