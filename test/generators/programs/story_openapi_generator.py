"""Calls every operation, and reads the answers: the client of openapi-generator."""

import os
import time

import openapi_client as api
from openapi_client.exceptions import NotFoundException

client = api.ApiClient(api.Configuration(host=os.environ["BASE_URL"], access_token=os.environ["API_KEY"]))
items, stock, orders = api.ItemsApi(client), api.TransactionsApi(client), api.PurchaseOrdersApi(client)
snapshots, restores = api.SnapshotsApi(client), api.RestoresApi(client)
trash, audit, events = api.TrashApi(client), api.AuditLogApi(client), api.EventsApi(client)
webhooks = api.WebhooksApi(client)

a = items.create_item(api.CreateItem(name="Bolt", sku="A", quantity=10), idempotency_key="python-1")
rows = items.create_items(
    api.CreateItems(
        items=[
            api.ItemRow(name="Nut", sku="B", quantity=5),
            api.ItemRow(sku="A", reorder_point=3, upsert=True),
            api.ItemRow(id=a.id, barcode="4006381333931"),
            api.ItemRow(name="Nobody"),
        ]
    )
).data
assert [row.status for row in rows] == [201, 200, 200, 400]
assert rows[1].item.reorder_point == 3 and rows[0].error is None
assert rows[3].error.code == "invalid_request" and rows[3].item is None
items.update_item(a.id, update_item=api.UpdateItem(location="Aisle 4"))
assert items.get_item(a.id).location == "Aisle 4"
assert items.list_items(ids=f"{a.id},{rows[0].item.id}", sort="sku").pagination.total == 2
assert items.verify_item(a.id).consistent

sale = api.CreateTransactions(type="issue", sku="A", quantity=1)
sold = stock.create_transactions(sale)
assert sold.id.startswith("txn_") and sold.quantity_after == 9 and sold.type == "issue" and sold.data is None
dry = stock.create_transactions(api.CreateTransactions(type="issue", sku="A", quantity=1, dry_run=True))
assert dry.id is None and dry.quantity_after == 8
batch = [api.Movement(type="issue", sku="A", quantity=2), api.Movement(type="adjust", sku="B", quantity=-1)]
both = stock.create_transactions(api.CreateTransactions(transactions=batch)).data
assert [row.quantity_change for row in both] == [-2, -1]
assert stock.reverse_transaction(sold.id).type == "reversal"
assert stock.get_transaction(sold.id).reversed_by is not None
assert len(stock.list_transactions(item_id=a.id).data) == 4


def create(status):
    line = api.CreateLineItem(sku="A", quantity_ordered=4, unit_cost="0.125")
    order = api.CreateOrder(supplier=api.CreateOrderSupplier(name="Acme"), line_items=[line], status=status)
    return orders.create_order(order)


draft = create("draft").id
orders.update_order(draft, update_order=api.UpdateOrder(notes="Gate 2"))
assert orders.place_order(draft).status == "ordered"
received = orders.receive_order(draft, receive_order=api.ReceiveOrder(reference="Note 1"))
assert received.order.status == "received" and len(received.transactions) == 1
assert orders.list_receipts(draft).data[0].reference == "Note 1"
assert orders.get_order(draft).subtotal == "0.50" and orders.get_order(draft).notes == "Gate 2"
orders.cancel_order(create("ordered").id, cancel_order=api.CancelOrder(cancel_reason="Late"))
orders.delete_order(create("draft").id)
part = create("ordered")
line = api.ReceiveOrderLinesInner(line_item_id=part.line_items[0].id, quantity_accepted=1)
orders.receive_order(part.id, receive_order=api.ReceiveOrder(lines=[line]))
assert orders.close_order(part.id).status == "closed"
assert len(orders.list_orders(status="received", item_id=a.id).data) == 1

taken = snapshots.create_snapshot(create_snapshot=api.CreateSnapshot(name="Before")).id
assert snapshots.get_snapshot(taken).status == "ready"
assert snapshots.list_snapshots().pagination.total == 1
assert len(snapshots.list_snapshot_items(taken).data) == 2
items.update_item(a.id, update_item=api.UpdateItem(name="Screw", quantity=1, location=None))
fields = {each.var_field: each for each in snapshots.diff_snapshot(taken).data[0].fields}
assert fields["name"].var_from == "Screw" and fields["quantity"].var_from == 1
assert fields["location"].var_from is None and fields["location"].to == "Aisle 4"
planned = snapshots.restore_snapshot(taken, restore_snapshot=api.RestoreSnapshot(dry_run=True))
assert planned.id is None and planned.updated == 1
done = snapshots.restore_snapshot(taken)
assert restores.get_restore(done.id).status == "completed" and len(restores.list_restores().data) == 1
snapshots.delete_snapshot(taken)
items.delete_item(a.id)
assert trash.list_trash().data[0].deleted_by
assert items.restore_item(a.id).name == "Bolt"

hook = webhooks.create_webhook(api.CreateWebhook(url="http://127.0.0.1:65535/", description="All"))
assert hook.secret.startswith("whsec_") and hook.events == ["*"]
changed = webhooks.update_webhook(hook.id, update_webhook=api.UpdateWebhook(description=None, events=["item.*"]))
assert changed.description is None and changed.updated_by == "usr_1"
assert webhooks.get_webhook(hook.id).events == ["item.*"]
assert webhooks.list_webhooks().data[0].status == "active"
sent = webhooks.test_webhook(hook.id)
assert sent.type == "webhook.test" and sent.status == "pending" and sent.attempts == []
assert webhooks.redeliver(hook.id, sent.id).event_id == sent.event_id
assert webhooks.list_deliveries(hook.id, event_id=sent.event_id, type="webhook.test").pagination.total == 2
assert webhooks.rotate_webhook_secret(hook.id).secret != hook.secret
webhooks.delete_webhook(hook.id)

changes = [change for entry in audit.list_audit(limit=100, action="update").data for change in entry.changes]
assert any(isinstance(change.var_from, int) for change in changes)
assert any(isinstance(change.to, str) for change in changes)
assert any(change.var_from is None for change in changes)

for _ in range(30):  # the service shows events after 15 seconds
    page = events.list_events(limit=100)
    if any(event.type == "item.low_stock" for event in page.data):
        break
    time.sleep(1)
assert page.data[0].type == "item.created" and page.data[0].data.object["name"] == "Bolt"
assert any(event.type == "item.low_stock" for event in page.data)
assert events.list_events(after=page.cursor, types="item.*").cursor

try:
    items.get_item("itm_none")
    raise AssertionError("an unknown item")
except NotFoundException as error:
    assert error.data.error.code == "item_not_found", error
print("all operations called")
