/**
 * The build replaces the SDK's cache of discovered endpoints with this. Endpoint discovery of DynamoDB is off unless
 * somebody turns it on, and its cache would be a fiftieth of a bundle.
 */
export class EndpointCache {}
