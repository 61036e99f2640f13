// The build replaces the SDK's event streams with this: no call of this service has one, and they would be a fiftieth
// of a bundle.

export function resolveEventStreamSerdeConfig<Config>(config: Config): Config {
  return config
}

export function eventStreamSerdeProvider(): never {
  throw new Error('no call of this service has an event stream')
}

export class EventStreamSerde {
  constructor() {
    eventStreamSerdeProvider()
  }
}
