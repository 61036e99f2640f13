export const texts = {
  title: 'Or look around first',
  lead: 'Load an example: 24 items, some movements and two orders. You can clear it again.',
  limits: 'A snapshot is taken first, by which the example is cleared. It counts as one of today.',
  noSnapshotLeft: 'No snapshot is left today. The example can be loaded tomorrow.',
  load: 'Load an example',
  goOn: 'Go on',
  hint: 'Go on: nothing is done twice.',
  progress: (done: string, all: string) => `${done} of ${all} steps done`,
  snapshotName: 'Before the example',
  loaded: 'This is the example',
  loadedHint:
    'Its items, movements and orders are real: try all you like, then clear it. What you make yourself stays.',
  clear: 'Clear the example',
  keep: 'Keep it',
  giveUp: 'Give up',
  askClear: 'Clear the example?',
  effects: [
    'Its items go to the trash, for 30 days. Your own items stay as they are.',
    'Of its orders, the draft is deleted; the others are cancelled or closed, and stay in the list.',
    'The stock history, the activity and the snapshots stay: they are never erased.',
    'It counts as one restore of today. Its undo brings the items back.',
  ],
}
