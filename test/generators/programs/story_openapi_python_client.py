"""Calls every operation, and reads the answers: the client of openapi-python-client."""

import os
import time
from importlib import import_module

from inventory_api_client import AuthenticatedClient, models as api

client = AuthenticatedClient(base_url=os.environ["BASE_URL"], token=os.environ["API_KEY"])


def call(operation, *path, answer=200, **fields):
    """Calls an operation, such as "items.get_item", and gives its answer."""
    response = import_module(f"inventory_api_client.api.{operation}").sync_detailed(*path, client=client, **fields)
    assert response.status_code == answer, (operation, response)
    return response.parsed


def is_missing(value):
    return value is None or type(value).__name__ == "Unset"


a = call("items.create_item", body=api.CreateItem(name="Bolt", sku="A", quantity=10), idempotency_key="opc-1", answer=201)
rows = call(
    "items.create_items",
    body=api.CreateItems(
        items=[
            api.ItemRow(name="Nut", sku="B", quantity=5),
            api.ItemRow(sku="A", reorder_point=3, upsert=True),
            api.ItemRow(id=a.id, barcode="4006381333931"),
            api.ItemRow(name="Nobody"),
        ]
    ),
).data
assert [row.status for row in rows] == [201, 200, 200, 400]
assert rows[1].item.reorder_point == 3 and is_missing(rows[0].error)
assert rows[3].error.code == "invalid_request" and is_missing(rows[3].item)
call("items.update_item", a.id, body=api.UpdateItem(location="Aisle 4"))
assert call("items.get_item", a.id).location == "Aisle 4"
both = call("items.list_items", ids=f"{a.id},{rows[0].item.id}", sort=api.ListItemsSort.SKU)
assert both.pagination.total == 2
assert call("items.verify_item", a.id).consistent

issue = api.CreateTransactionsType.ISSUE
sold = call("transactions.create_transactions", body=api.CreateTransactions(type_=issue, sku="A", quantity=1), answer=201)
assert sold.id.startswith("txn_") and sold.quantity_after == 9 and sold.type_ == "issue" and is_missing(sold.data)
plan = api.CreateTransactions(type_=issue, sku="A", quantity=1, dry_run=True)
dry = call("transactions.create_transactions", body=plan)
assert dry.id is None and dry.quantity_after == 8
batch = [
    api.Movement(type_=api.MovementType.ISSUE, sku="A", quantity=2),
    api.Movement(type_=api.MovementType.ADJUST, sku="B", quantity=-1),
]
both = call("transactions.create_transactions", body=api.CreateTransactions(transactions=batch), answer=201).data
assert [row.quantity_change for row in both] == [-2, -1]
reversal = call("transactions.reverse_transaction", sold.id, body=api.ReverseTransaction(), answer=201)
assert reversal.type_ == "reversal"
assert call("transactions.get_transaction", sold.id).reversed_by is not None
assert len(call("transactions.list_transactions", item_id=a.id).data) == 4


def create(status):
    line = api.CreateLineItem(sku="A", quantity_ordered=4, unit_cost="0.125")
    supplier = api.CreateOrderSupplier(name="Acme")
    order = api.CreateOrder(supplier=supplier, line_items=[line], status=api.CreateOrderStatus(status))
    return call("purchase_orders.create_order", body=order, answer=201)


draft = create("draft").id
call("purchase_orders.update_order", draft, body=api.UpdateOrder(notes="Gate 2"))
assert call("purchase_orders.place_order", draft).status == "ordered"
received = call("purchase_orders.receive_order", draft, body=api.ReceiveOrder(reference="Note 1"))
assert received.order.status == "received" and len(received.transactions) == 1
assert call("purchase_orders.list_receipts", draft).data[0].reference == "Note 1"
fetched = call("purchase_orders.get_order", draft)
assert fetched.subtotal == "0.50" and fetched.notes == "Gate 2"
call("purchase_orders.cancel_order", create("ordered").id, body=api.CancelOrder(cancel_reason="Late"))
call("purchase_orders.delete_order", create("draft").id, answer=204)
part = create("ordered")
line = api.ReceiveOrderLinesType0Item(line_item_id=part.line_items[0].id, quantity_accepted=1)
call("purchase_orders.receive_order", part.id, body=api.ReceiveOrder(lines=[line]))
assert call("purchase_orders.close_order", part.id).status == "closed"
received = api.ListOrdersStatus.RECEIVED
assert len(call("purchase_orders.list_orders", status=received, item_id=a.id).data) == 1

taken = call("snapshots.create_snapshot", body=api.CreateSnapshot(name="Before"), answer=201).id
assert call("snapshots.get_snapshot", taken).status == "ready"
assert call("snapshots.list_snapshots").pagination.total == 1
assert len(call("snapshots.list_snapshot_items", taken).data) == 2
call("items.update_item", a.id, body=api.UpdateItem(name="Screw", quantity=1, location=None))
fields = {each.field: each for each in call("snapshots.diff_snapshot", taken).data[0].fields}
assert fields["name"].from_ == "Screw" and fields["quantity"].from_ == 1
assert fields["location"].from_ is None and fields["location"].to == "Aisle 4"
planned = call("snapshots.restore_snapshot", taken, body=api.RestoreSnapshot(dry_run=True))
assert is_missing(planned.id) and planned.updated == 1
done = call("snapshots.restore_snapshot", taken, body=api.RestoreSnapshot(), answer=201)
assert call("restores.get_restore", done.id).status == "completed"
assert len(call("restores.list_restores").data) == 1
call("snapshots.delete_snapshot", taken, answer=204)
call("items.delete_item", a.id, answer=204)
assert call("trash.list_trash").data[0].deleted_by
assert call("items.restore_item", a.id, body=api.RestoreItem()).name == "Bolt"

body = api.CreateWebhook(url="http://127.0.0.1:65535/", description="All")
hook = call("webhooks.create_webhook", body=body, answer=201)
assert hook.secret.startswith("whsec_") and hook.events == ["*"]
body = api.UpdateWebhook(description=None, events=[api.UpdateWebhookEventsType0Item.ITEM])
changed = call("webhooks.update_webhook", hook.id, body=body)
assert changed.description is None and changed.updated_by == "usr_1"
assert call("webhooks.get_webhook", hook.id).events == ["item.*"]
assert call("webhooks.list_webhooks").data[0].status == "active"
sent = call("webhooks.test_webhook", hook.id, answer=201)
assert sent.type_ == "webhook.test" and sent.status == "pending" and sent.attempts == []
assert call("webhooks.redeliver", hook.id, sent.id, answer=201).event_id == sent.event_id
kind = api.ListDeliveriesType.WEBHOOK_TEST
assert call("webhooks.list_deliveries", hook.id, event_id=sent.event_id, type_=kind).pagination.total == 2
assert call("webhooks.rotate_webhook_secret", hook.id).secret != hook.secret
call("webhooks.delete_webhook", hook.id, answer=204)

entries = call("audit_log.list_audit", limit=100, action=api.ListAuditAction.UPDATE).data
changes = [change for entry in entries for change in entry.changes]
assert any(isinstance(change.from_, int) for change in changes)
assert any(isinstance(change.to, str) for change in changes)
assert any(change.from_ is None for change in changes)

for _ in range(30):  # the service shows events after 15 seconds
    page = call("events.list_events", limit=100)
    if any(event.type_ == "item.low_stock" for event in page.data):
        break
    time.sleep(1)
assert page.data[0].type_ == "item.created" and page.data[0].data.object_["name"] == "Bolt"
assert any(event.type_ == "item.low_stock" for event in page.data)
assert call("events.list_events", after=page.cursor, types="item.*").cursor

assert call("items.get_item", "itm_none", answer=404).error.code == "item_not_found"
print("all operations called")
