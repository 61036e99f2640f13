/** What to do about errors of the AWS SDK, by their name or message. */
const remedies: { found: RegExp; remedy: string }[] = [
  {
    found: /^Error: Region (is missing|not accepted)/,
    remedy: 'Set AWS_REGION, such as AWS_REGION=eu-central-1, or AWS_PROFILE to a profile that has a region.',
  },
  {
    found: /^(CredentialsProviderError|TokenProviderError)\b/,
    remedy:
      "Set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. Sign in with 'aws sso login', where you use it.",
  },
  {
    found: /^(ExpiredToken|RequestExpired)|security token .* expired/,
    remedy: "The credentials have expired: sign in again, such as with 'aws sso login', or set new ones.",
  },
  {
    found: /^(InvalidClientTokenId|UnrecognizedClient|InvalidSignature|SignatureDoesNotMatch|InvalidAccessKeyId)/,
    remedy: 'AWS does not know these credentials: check AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
  },
  {
    found: /^(AccessDenied|UnauthorizedException|ForbiddenException)|not authorized to perform/,
    remedy: 'The credentials lack this right: docs/stack-reference.md lists those that are needed. Check AWS_PROFILE.',
  },
  {
    found: /^ValidationError: Stack .* does not exist/,
    remedy: 'Check --stack, AWS_REGION and AWS_PROFILE: a stack is looked for in one region of one account.',
  },
  {
    found: /^GatewayFull/,
    remedy:
      "AWS does not raise that. Remove those that open nothing with 'npx inventory keys leftovers --stack NAME --remove', for each stack of the account, and those of stacks that are gone with 'npx inventory keys leftovers --remove'. If that is not enough, make the next companies in a stack of another account or region.",
  },
  { found: /getaddrinfo (ENOTFOUND|EAI_AGAIN) .*amazonaws/, remedy: 'Check AWS_REGION, and the network.' },
]

/** The message of an error. Where the AWS SDK threw it and the user can do something about it, this is said, too. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const remedy = remedies.find(({ found }) => found.test(`${error.name}: ${error.message}`))?.remedy
  return remedy === undefined ? error.message : `${error.message.replace(/[^.:]$/, '$&.')} ${remedy}`
}
