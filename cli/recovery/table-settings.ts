import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb'
import { ttlAttribute } from '../../functions/store/table/schema'

/** `unknown`: the engine does not know the setting. DynamoDB knows all. */
type State = 'set' | 'missing' | 'unknown'

/** What a restore and an import leave out. `set` can be called again. */
export type Setting = {
  name: string
  /** Throws an `Error` where it is set in another way. */
  read: (client: DynamoDBClient, TableName: string) => Promise<State>
  set: (client: DynamoDBClient, TableName: string) => Promise<unknown>
}

export const settings: Setting[] = [
  {
    name: 'time_to_live',
    read: async (client, TableName) => {
      const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName }))
      const { TimeToLiveStatus: status = 'DISABLED', AttributeName: attribute } = TimeToLiveDescription ?? {}
      if (status === 'DISABLED') return 'missing'
      if (status !== 'DISABLING' && attribute === ttlAttribute) return 'set'
      throw new Error(`it is ${status} for '${attribute}'. Turn it off, wait an hour, and run this again`)
    },
    set: (client, TableName) => {
      const TimeToLiveSpecification = { AttributeName: ttlAttribute, Enabled: true }
      return client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }))
    },
  },
  {
    name: 'point_in_time_recovery',
    read: async (client, TableName) => {
      try {
        const { ContinuousBackupsDescription } = await client.send(new DescribeContinuousBackupsCommand({ TableName }))
        const { PointInTimeRecoveryStatus } = ContinuousBackupsDescription?.PointInTimeRecoveryDescription ?? {}
        return PointInTimeRecoveryStatus === 'ENABLED' ? 'set' : 'missing'
      } catch (error) {
        if (error instanceof Error && error.name === 'UnknownOperationException') return 'unknown'
        throw error
      }
    },
    set: (client, TableName) => {
      const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true }
      return client.send(new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification }))
    },
  },
  {
    name: 'deletion_protection',
    read: async (client, TableName) => {
      const { Table } = await client.send(new DescribeTableCommand({ TableName }))
      if (Table?.DeletionProtectionEnabled === undefined) return 'unknown'
      return Table.DeletionProtectionEnabled ? 'set' : 'missing'
    },
    set: (client, TableName) => client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: true })),
  },
  {
    name: 'stream',
    read: async (client, TableName) => {
      const { Table } = await client.send(new DescribeTableCommand({ TableName }))
      const { StreamEnabled: on = false, StreamViewType: view = '' } = Table?.StreamSpecification ?? {}
      if (!on) return 'missing'
      if (view.startsWith('NEW_')) return 'set' // with or without the old image
      throw new Error(`it has ${view}. Turn it off, and run this again`)
    },
    set: (client, TableName) => {
      const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' } as const
      return client.send(new UpdateTableCommand({ TableName, StreamSpecification }))
    },
  },
]

/** Null where the table has no stream that is on. */
export async function findStream(client: DynamoDBClient, TableName: string): Promise<string | null> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName }))
  return (Table?.StreamSpecification?.StreamEnabled && Table.LatestStreamArn) || null
}
