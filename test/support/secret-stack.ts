import { type Stack, Template } from '../../local/template'

export const secretArn = 'arn:aws:secretsmanager:us-east-1:000000000000:secret:Stack-Key'

/** A stack of one secret. `GenerateSecretString`: how the template makes its value. */
export const makeSecretStack = (GenerateSecretString?: object): Stack => ({
  ...{ name: 'Stack', assets: new Map(), maps: '' },
  template: Template.parse({
    Resources: { Key: { Type: 'AWS::SecretsManager::Secret', Properties: { GenerateSecretString } } },
  }),
})
