import * as alert from '../../functions/domain/alerts/alert'
import { maxUsableKeys } from '../../functions/domain/companies/api-key'
import { usualScopes } from '../../functions/domain/companies/caller'
import * as gateway from '../../functions/domain/companies/gateway-key'
import { invitationMs } from '../../functions/domain/companies/person'
import { unfinishedStatuses } from '../../functions/domain/orders/order-status'
import { deliveriesKeptMs, testEventType } from '../../functions/domain/webhooks/delivery'
import { maxWebhooks } from '../../functions/domain/webhooks/webhook'

const [minuteMs, dayMs] = [60_000, 86_400_000]

test.each<[string, unknown, unknown]>([
  ['pause between two mails', alert.alertPauseMs, 5 * minuteMs],
  ['time after which an alert is late', alert.alertLateMs, 60 * minuteMs],
  ['time to accept an invitation', invitationMs, 7 * dayMs],
  ['time that deliveries are kept', deliveriesKeptMs, 30 * dayMs],
  ['type of a test', testEventType, 'webhook.test'],
  ['most webhooks', maxWebhooks, 10],
  ['most keys', maxUsableKeys, 250],
  ['number of keys of API Gateway that is told', gateway.manyGatewayKeys, 8_000],
  ['tag of a stack', gateway.stackTag, 'inventory-stack'],
  ['tag of a plan', gateway.planTag, 'inventory-plan'],
  ['value of a key in API Gateway', gateway.makeGatewayValue('key_0A_1'), '0A_1'],
  ['scopes of a key for which none are named', usualScopes, ['read', 'write']],
  ['states of orders from which something may come', unfinishedStatuses, ['draft', 'ordered', 'partially_received']],
])('the %s: %j', (_, value, expected) => {
  expect(value).toEqual(expected)
})
