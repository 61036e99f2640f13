import { Aws } from 'aws-cdk-lib'
import { AwsIntegration } from 'aws-cdk-lib/aws-apigateway'
import { type IRole, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'

/** By what API Gateway invokes functions: `permit` returns the role that may invoke one. */
export type Invokers = { permit: (method: string, target: IFunction) => IRole }

/**
 * Two roles in place of a permission for each function: the number of a template's resources is limited. They are two
 * since the policies of a role have at most 10 240 characters, which is some 85 functions.
 */
export function createInvokers(scope: Construct): Invokers {
  const reads = createInvoker(scope, 'ReadInvoker')
  const changes = createInvoker(scope, 'ChangeInvoker')
  return {
    permit: (method, { functionArn }) => {
      const { role, statement } = method === 'GET' || method === 'HEAD' ? reads : changes
      statement.addResources(functionArn)
      return role
    },
  }
}

function createInvoker(scope: Construct, id: string) {
  const statement = new PolicyStatement({ actions: ['lambda:InvokeFunction'] })
  const role = new Role(scope, id, {
    description: 'API Gateway invokes functions of the API by it',
    assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
    inlinePolicies: { invoke: new PolicyDocument({ statements: [statement] }) },
  })
  return { role: role.withoutPolicyUpdates(), statement }
}

/** `method`: which of the roles invokes the function. */
export function integrate({ permit }: Invokers, method: string, target: IFunction): AwsIntegration {
  return new AwsIntegration({
    service: 'lambda',
    proxy: true,
    path: `2015-03-31/functions/${target.functionArn}/invocations`,
    region: Aws.REGION,
    integrationHttpMethod: 'POST',
    options: { credentialsRole: permit(method, target) },
  })
}
