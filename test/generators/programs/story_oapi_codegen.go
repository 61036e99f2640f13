// Command story calls every operation, and reads the answers: the client of oapi-codegen.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"time"
	"strings"
)

var ctx = context.Background()

func check(holds bool, what string) {
	if !holds {
		panic(what)
	}
}

// read gives the answer of the first status that was expected and came.
func read[Answer any](what string, body []byte, answers ...*Answer) Answer {
	for _, answer := range answers {
		if answer != nil {
			return *answer
		}
	}
	panic(what + ": " + string(body))
}

func get[Response any](response *Response, err error) *Response {
	if err != nil {
		panic(err)
	}
	return response
}

// addFirst makes a list of one row. The types of rows have no name.
func addFirst[Row any](list **[]Row) *Row {
	*list = to(make([]Row, 1))
	return &(**list)[0]
}

func to[Value any](value Value) *Value { return &value }

func main() {
	authorize := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("API_KEY"))
		return nil
	}
	client := get(NewClientWithResponses(os.Getenv("BASE_URL"), WithRequestEditorFn(authorize)))
	a := writeItems(client)
	sell(client, a)
	order(client, a)
	restore(client, a)
	callWebhooks(client)
	readAudit(client)
	readEvents(client)
	unknown := get(client.GetItemWithResponse(ctx, "itm_none"))
	check(unknown.JSON404 != nil && unknown.JSON404.Error.Code == "item_not_found", "an unknown item")
	fmt.Println("all operations called")
}

func writeItems(client *ClientWithResponses) Item {
	key := to("oapi-1")
	made := get(client.CreateItemWithResponse(ctx, &CreateItemParams{IdempotencyKey: key}, CreateItem{Name: "Bolt", Sku: "A", Quantity: to(10)}))
	a := read("create", made.Body, made.JSON201)
	written := get(client.CreateItemsWithResponse(ctx, nil, CreateItems{Items: []ItemRow{
		{Name: to("Nut"), Sku: to("B"), Quantity: to(5)},
		{Sku: to("A"), ReorderPoint: to(3), Upsert: to(true)},
		{Id: &a.Id, Barcode: to("4006381333931")},
		{Name: to("Nobody")},
	}}))
	rows := read("batch", written.Body, written.JSON200).Data
	var statuses []int
	for _, row := range rows {
		statuses = append(statuses, row.Status)
	}
	check(fmt.Sprint(statuses) == "[201 200 200 400]", fmt.Sprint("rows ", statuses))
	check(*rows[1].Item.ReorderPoint == 3 && rows[0].Error == nil, "row of an item")
	check(rows[3].Error.Code == "invalid_request" && rows[3].Item == nil, "row of an error")
	moved := get(client.UpdateItemWithResponse(ctx, a.Id, nil, UpdateItem{Location: to("Aisle 4")}))
	read("update", moved.Body, moved.JSON200)
	fetched := get(client.GetItemWithResponse(ctx, a.Id))
	check(*read("get", fetched.Body, fetched.JSON200).Location == "Aisle 4", "location")
	ids := a.Id + "," + rows[0].Item.Id
	both := get(client.ListItemsWithResponse(ctx, &ListItemsParams{Ids: &ids, Sort: to(ListItemsParamsSort("sku"))}))
	check(read("list", both.Body, both.JSON200).Pagination.Total == 2, "ids")
	verified := get(client.VerifyItemWithResponse(ctx, a.Id))
	check(read("verify", verified.Body, verified.JSON200).Consistent, "ledger")
	return a
}

func move(client *ClientWithResponses, body CreateTransactions) CreatedTransactions {
	moved := get(client.CreateTransactionsWithResponse(ctx, nil, body))
	return read("transaction", moved.Body, moved.JSON200, moved.JSON201)
}

func sell(client *ClientWithResponses, a Item) {
	issue := CreateTransactionsType("issue")
	sold := move(client, CreateTransactions{Type: &issue, Sku: to("A"), Quantity: to(1)})
	check(len(*sold.Id) == 32 && *sold.QuantityAfter == 9 && *sold.Type == "issue" && sold.Data == nil, "sale")
	dry := move(client, CreateTransactions{Type: &issue, Sku: to("A"), Quantity: to(1), DryRun: to(true)})
	check(dry.Id == nil && *dry.QuantityAfter == 8, "dry run")
	both := *move(client, CreateTransactions{Transactions: &[]Movement{
		{Type: "issue", Sku: to("A"), Quantity: 2}, {Type: "adjust", Sku: to("B"), Quantity: -1},
	}}).Data
	check(len(both) == 2 && both[0].QuantityAfter == 7 && both[1].QuantityChange == -1, "batch")
	reversal := get(client.ReverseTransactionWithResponse(ctx, *sold.Id, nil, ReverseTransaction{}))
	check(read("reverse", reversal.Body, reversal.JSON201).Type == "reversal", "reversal")
	reversed := get(client.GetTransactionWithResponse(ctx, *sold.Id))
	check(read("get", reversed.Body, reversed.JSON200).ReversedBy != nil, "reversed")
	ledger := get(client.ListTransactionsWithResponse(ctx, &ListTransactionsParams{ItemId: &a.Id}))
	check(len(read("list", ledger.Body, ledger.JSON200).Data) == 4, "ledger")
}

func create(client *ClientWithResponses, status CreateOrderStatus) Order {
	body := CreateOrder{Status: &status, LineItems: []CreateLineItem{{Sku: to("A"), QuantityOrdered: 4, UnitCost: to("0.125")}}}
	body.Supplier.Name = "Acme"
	made := get(client.CreateOrderWithResponse(ctx, nil, body))
	return read("order", made.Body, made.JSON201)
}

func order(client *ClientWithResponses, a Item) {
	draft := create(client, "draft").Id
	noted := get(client.UpdateOrderWithResponse(ctx, draft, nil, UpdateOrder{Notes: to("Gate 2")}))
	read("update", noted.Body, noted.JSON200)
	placed := get(client.PlaceOrderWithResponse(ctx, draft, nil))
	check(read("place", placed.Body, placed.JSON200).Status == "ordered", "placed")
	came := get(client.ReceiveOrderWithResponse(ctx, draft, nil, ReceiveOrder{Reference: to("Note 1")}))
	received := read("receive", came.Body, came.JSON200)
	check(received.Order.Status == "received" && len(received.Transactions) == 1, "received")
	receipts := get(client.ListReceiptsWithResponse(ctx, draft, nil))
	check(*read("receipts", receipts.Body, receipts.JSON200).Data[0].Reference == "Note 1", "receipt")
	got := get(client.GetOrderWithResponse(ctx, draft))
	fetched := read("get", got.Body, got.JSON200)
	check(fetched.Subtotal == "0.50" && *fetched.Notes == "Gate 2", "order")
	late := get(client.CancelOrderWithResponse(ctx, create(client, "ordered").Id, nil, CancelOrder{CancelReason: to("Late")}))
	read("cancel", late.Body, late.JSON200)
	check(get(client.DeleteOrderWithResponse(ctx, create(client, "draft").Id, nil)).StatusCode() == 204, "delete")
	part := create(client, "ordered")
	var some ReceiveOrder
	line := addFirst(&some.Lines)
	line.LineItemId, line.QuantityAccepted = part.LineItems[0].Id, to(1)
	little := get(client.ReceiveOrderWithResponse(ctx, part.Id, nil, some))
	read("receive", little.Body, little.JSON200)
	closed := get(client.CloseOrderWithResponse(ctx, part.Id, nil))
	check(read("close", closed.Body, closed.JSON200).Status == "closed", "closed")
	listed := get(client.ListOrdersWithResponse(ctx, &ListOrdersParams{Status: to(ListOrdersParamsStatus("received")), ItemId: &a.Id}))
	check(len(read("list", listed.Body, listed.JSON200).Data) == 1, "orders")
}

func restore(client *ClientWithResponses, a Item) {
	made := get(client.CreateSnapshotWithResponse(ctx, nil, CreateSnapshot{Name: to("Before")}))
	id := read("snapshot", made.Body, made.JSON201).Id
	taken := get(client.GetSnapshotWithResponse(ctx, id))
	check(read("get", taken.Body, taken.JSON200).Status == "ready", "snapshot")
	all := get(client.ListSnapshotsWithResponse(ctx, nil))
	check(read("list", all.Body, all.JSON200).Pagination.Total == 1, "snapshots")
	copied := get(client.ListSnapshotItemsWithResponse(ctx, id, nil))
	check(len(read("copy", copied.Body, copied.JSON200).Data) == 2, "copy")
	// Its types leave null out, so the body is written here.
	change := strings.NewReader(`{ "name": "Screw", "quantity": 1, "location": null }`)
	changed := get(client.UpdateItemWithBodyWithResponse(ctx, a.Id, nil, "application/json", change))
	read("update", changed.Body, changed.JSON200)
	difference := get(client.DiffSnapshotWithResponse(ctx, id, nil))
	from, until := map[string]any{}, map[string]any{}
	for _, each := range read("diff", difference.Body, difference.JSON200).Data[0].Fields {
		from[each.Field], until[each.Field] = each.From, each.To
	}
	check(from["name"] == "Screw", "text")
	check(from["quantity"] == float64(1), "number")
	check(from["location"] == nil && until["location"] == "Aisle 4", "null")
	planned := get(client.RestoreSnapshotWithResponse(ctx, id, nil, RestoreSnapshot{DryRun: to(true)}))
	dry := read("plan", planned.Body, planned.JSON200)
	check(dry.Id == nil && dry.Updated == 1, "dry run of a restore")
	restored := get(client.RestoreSnapshotWithResponse(ctx, id, nil, RestoreSnapshot{}))
	done := get(client.GetRestoreWithResponse(ctx, *read("restore", restored.Body, restored.JSON201).Id))
	check(read("get", done.Body, done.JSON200).Status == "completed", "restore")
	restores := get(client.ListRestoresWithResponse(ctx, nil))
	check(len(read("list", restores.Body, restores.JSON200).Data) == 1, "restores")
	check(get(client.DeleteSnapshotWithResponse(ctx, id, nil)).StatusCode() == 204, "delete")
	check(get(client.DeleteItemWithResponse(ctx, a.Id, nil)).StatusCode() == 204, "delete")
	trash := get(client.ListTrashWithResponse(ctx, nil))
	check(read("list", trash.Body, trash.JSON200).Data[0].DeletedBy != "", "trash")
	back := get(client.RestoreItemWithResponse(ctx, a.Id, nil, RestoreItem{}))
	check(read("restore", back.Body, back.JSON200).Name == "Bolt", "back from trash")
}

func callWebhooks(client *ClientWithResponses) {
	body := CreateWebhook{Url: "http://127.0.0.1:65535/", Description: to("All")}
	made := get(client.CreateWebhookWithResponse(ctx, nil, body))
	hook := read("webhook", made.Body, made.JSON201)
	check(len(hook.Secret) == 50 && fmt.Sprint(hook.Events) == "[*]", "a webhook")
	// Its types leave null out, so the body is written here.
	change := strings.NewReader(`{ "description": null, "events": ["item.*"] }`)
	updated := get(client.UpdateWebhookWithBodyWithResponse(ctx, hook.Id, nil, "application/json", change))
	changed := read("update", updated.Body, updated.JSON200)
	check(changed.Description == nil && changed.UpdatedBy == "usr_1", "a webhook that was changed")
	same := UpdateWebhook{Status: to(UpdateWebhookStatus("active"))}
	kept := get(client.UpdateWebhookWithResponse(ctx, hook.Id, nil, same))
	read("update", kept.Body, kept.JSON200)
	got := get(client.GetWebhookWithResponse(ctx, hook.Id))
	check(fmt.Sprint(read("get", got.Body, got.JSON200).Events) == "[item.*]", "events of a webhook")
	all := get(client.ListWebhooksWithResponse(ctx, nil))
	check(read("list", all.Body, all.JSON200).Data[0].Status == "active", "webhooks")
	tested := get(client.TestWebhookWithResponse(ctx, hook.Id, nil))
	sent := read("test", tested.Body, tested.JSON201)
	check(sent.Type == "webhook.test" && sent.Status == "pending" && len(sent.Attempts) == 0, "a test")
	again := get(client.RedeliverWithResponse(ctx, hook.Id, sent.Id, nil))
	check(read("redeliver", again.Body, again.JSON201).EventId == sent.EventId, "the same event")
	params := &ListDeliveriesParams{EventId: &sent.EventId, Type: to(ListDeliveriesParamsType("webhook.test"))}
	listed := get(client.ListDeliveriesWithResponse(ctx, hook.Id, params))
	check(read("deliveries", listed.Body, listed.JSON200).Pagination.Total == 2, "deliveries")
	rotated := get(client.RotateWebhookSecretWithResponse(ctx, hook.Id, nil))
	check(read("rotate", rotated.Body, rotated.JSON200).Secret != hook.Secret, "another secret")
	check(get(client.DeleteWebhookWithResponse(ctx, hook.Id, nil)).StatusCode() == 204, "delete")
}

// The service shows events after 15 seconds.
func readEvents(client *ClientWithResponses) {
	list := func(params *ListEventsParams) EventList {
		listed := get(client.ListEventsWithResponse(ctx, params))
		return read("events", listed.Body, listed.JSON200)
	}
	page := list(&ListEventsParams{Limit: to(100)})
	for second := 0; !hasLowStock(page) && second < 30; second++ {
		time.Sleep(time.Second)
		page = list(&ListEventsParams{Limit: to(100)})
	}
	check(hasLowStock(page), "low stock")
	check(page.Data[0].Type == "item.created" && page.Data[0].Data.Object != nil, "an event")
	check(list(&ListEventsParams{After: &page.Cursor, Types: to("item.*")}).Cursor != "", "cursor")
}

func hasLowStock(page EventList) bool {
	for _, event := range page.Data {
		if event.Type == "item.low_stock" {
			return true
		}
	}
	return false
}

func readAudit(client *ClientWithResponses) {
	params := &ListAuditParams{Limit: to(100), Action: to(ListAuditParamsAction("update"))}
	listed := get(client.ListAuditWithResponse(ctx, params))
	kinds := map[string]bool{}
	for _, entry := range read("audit", listed.Body, listed.JSON200).Data {
		for _, each := range entry.Changes {
			kinds[fmt.Sprintf("%T", each.From)], kinds[fmt.Sprintf("%T", each.To)] = true, true
		}
	}
	check(kinds["string"] && kinds["float64"] && kinds["<nil>"], fmt.Sprint("values in the audit log: ", kinds))
}
