import { type Snapshot, snapshotStatuses, snapshotTypes } from '../../domain/snapshots/snapshot'
import { makeOptional, makeWord, number, Packer, text, time } from './packing'

const optionalNumber = makeOptional(number)

/** Rows keep the fields in this order for years: another one, or another field, needs a reader of the rows before. */
const packer = new Packer<Omit<Snapshot, 'id'>>({
  name: makeOptional(text),
  type: makeWord(snapshotTypes),
  status: makeWord(snapshotStatuses),
  item_count: optionalNumber,
  total_quantity: optionalNumber,
  size_bytes: optionalNumber,
  checksum: makeOptional(text),
  created_by: text,
  created_at: time,
  expires_at: time,
  last_restored_at: makeOptional(time),
})

export function packSnapshot(snapshot: Snapshot): string {
  return packer.pack(snapshot)
}

/** The snapshot after the change. Throws `TypeError` if the row does not hold it. */
export function unpackSnapshot(id: string, after: string): Snapshot {
  return { id, ...packer.unpack(after) }
}
