// Command story calls every operation, and reads the answers: the client of openapi-generator.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"time"

	api "story/inventory"
)

var ctx = context.Background()

func check(holds bool, what string) {
	if !holds {
		panic(what)
	}
}

func must[Answer any](answer Answer, _ *http.Response, err error) Answer {
	var refusal *api.GenericOpenAPIError
	if errors.As(err, &refusal) {
		panic(fmt.Sprint(refusal.Error(), string(refusal.Body())))
	}
	if err != nil {
		panic(err)
	}
	return answer
}

func done(_ *http.Response, err error) { must(0, nil, err) }

func main() {
	configuration := api.NewConfiguration()
	configuration.Servers = api.ServerConfigurations{{URL: os.Getenv("BASE_URL")}}
	configuration.AddDefaultHeader("Authorization", "Bearer "+os.Getenv("API_KEY"))
	client := api.NewAPIClient(configuration)
	a := writeItems(client)
	sell(client, a)
	order(client, a)
	restore(client, a)
	callWebhooks(client)
	readAudit(client)
	readEvents(client)
	_, response, err := client.ItemsAPI.GetItem(ctx, "itm_none").Execute()
	var refusal *api.GenericOpenAPIError
	check(errors.As(err, &refusal) && response.StatusCode == 404, "an unknown item")
	problem := refusal.Model().(api.Problem)
	check(problem.Error.Code == "item_not_found", "error")
	fmt.Println("all operations called")
}

func writeItems(client *api.APIClient) api.Item {
	items := client.ItemsAPI
	bolt := api.NewCreateItem("Bolt", "A")
	bolt.SetQuantity(10)
	a := must(items.CreateItem(ctx).IdempotencyKey("go-1").CreateItem(*bolt).Execute())
	nut, upsert, change, nobody := api.NewItemRow(), api.NewItemRow(), api.NewItemRow(), api.NewItemRow()
	nut.SetName("Nut")
	nut.SetSku("B")
	nut.SetQuantity(5)
	upsert.SetSku("A")
	upsert.SetReorderPoint(3)
	upsert.SetUpsert(true)
	change.SetId(a.Id)
	change.SetBarcode("4006381333931")
	nobody.SetName("Nobody")
	batch := api.NewCreateItems([]api.ItemRow{*nut, *upsert, *change, *nobody})
	rows := must(items.CreateItems(ctx).CreateItems(*batch).Execute()).Data
	var statuses []int32
	for _, row := range rows {
		statuses = append(statuses, row.Status)
	}
	check(fmt.Sprint(statuses) == "[201 200 200 400]", fmt.Sprint("rows ", statuses))
	check(*rows[1].Item.ReorderPoint.Get() == 3 && rows[0].Error == nil, "row of an item")
	check(rows[3].Error.Code == "invalid_request" && rows[3].Item == nil, "row of an error")
	location := api.NewUpdateItem()
	location.SetLocation("Aisle 4")
	must(items.UpdateItem(ctx, a.Id).UpdateItem(*location).Execute())
	check(*must(items.GetItem(ctx, a.Id).Execute()).Location.Get() == "Aisle 4", "location")
	both := must(items.ListItems(ctx).Ids(a.Id + "," + rows[0].Item.Id).Sort("sku").Execute())
	check(both.Pagination.Total == 2, "ids")
	check(must(items.VerifyItem(ctx, a.Id).Execute()).Consistent, "ledger")
	return *a
}

func sell(client *api.APIClient, a api.Item) {
	stock := client.TransactionsAPI
	sale := api.NewCreateTransactions()
	sale.SetType("issue")
	sale.SetSku("A")
	sale.SetQuantity(1)
	sold := must(stock.CreateTransactions(ctx).CreateTransactions(*sale).Execute())
	check(len(sold.GetId()) == 32 && sold.GetQuantityAfter() == 9 && sold.GetType() == "issue", "sale")
	check(sold.Data == nil, "a sale is no batch")
	sale.SetDryRun(true)
	dry := must(stock.CreateTransactions(ctx).CreateTransactions(*sale).Execute())
	check(dry.Id.Get() == nil && dry.GetQuantityAfter() == 8, "dry run")
	two, less := api.NewMovement("issue", 2), api.NewMovement("adjust", -1)
	two.SetSku("A")
	less.SetSku("B")
	batch := api.NewCreateTransactions()
	batch.SetTransactions([]api.Movement{*two, *less})
	both := must(stock.CreateTransactions(ctx).CreateTransactions(*batch).Execute()).Data
	check(len(both) == 2 && both[0].QuantityAfter == 7 && both[1].QuantityChange == -1, "batch")
	reversal := must(stock.ReverseTransaction(ctx, sold.GetId()).ReverseTransaction(*api.NewReverseTransaction()).Execute())
	check(reversal.Type == "reversal", "reversal")
	check(must(stock.GetTransaction(ctx, sold.GetId()).Execute()).ReversedBy.IsSet(), "reversed")
	check(len(must(stock.ListTransactions(ctx).ItemId(a.Id).Execute()).Data) == 4, "ledger")
}

func create(client *api.APIClient, status string) *api.Order {
	line := api.NewCreateLineItem(4)
	line.SetSku("A")
	line.SetUnitCost("0.125")
	order := api.NewCreateOrder(*api.NewCreateOrderSupplier("Acme"), []api.CreateLineItem{*line})
	order.SetStatus(status)
	return must(client.PurchaseOrdersAPI.CreateOrder(ctx).CreateOrder(*order).Execute())
}

func order(client *api.APIClient, a api.Item) {
	orders := client.PurchaseOrdersAPI
	draft := create(client, "draft").Id
	notes := api.NewUpdateOrder()
	notes.SetNotes("Gate 2")
	must(orders.UpdateOrder(ctx, draft).UpdateOrder(*notes).Execute())
	check(must(orders.PlaceOrder(ctx, draft).Execute()).Status == "ordered", "placed")
	goods := api.NewReceiveOrder()
	goods.SetReference("Note 1")
	received := must(orders.ReceiveOrder(ctx, draft).ReceiveOrder(*goods).Execute())
	check(received.Order.Status == "received" && len(received.Transactions) == 1, "received")
	check(*must(orders.ListReceipts(ctx, draft).Execute()).Data[0].Reference.Get() == "Note 1", "receipt")
	fetched := must(orders.GetOrder(ctx, draft).Execute())
	check(fetched.Subtotal == "0.50" && *fetched.Notes.Get() == "Gate 2", "order")
	reason := api.NewCancelOrder()
	reason.SetCancelReason("Late")
	must(orders.CancelOrder(ctx, create(client, "ordered").Id).CancelOrder(*reason).Execute())
	done(orders.DeleteOrder(ctx, create(client, "draft").Id).Execute())
	part := create(client, "ordered")
	line := api.NewReceiveOrderLinesInner(part.LineItems[0].Id)
	line.SetQuantityAccepted(1)
	some := api.NewReceiveOrder()
	some.SetLines([]api.ReceiveOrderLinesInner{*line})
	must(orders.ReceiveOrder(ctx, part.Id).ReceiveOrder(*some).Execute())
	check(must(orders.CloseOrder(ctx, part.Id).Execute()).Status == "closed", "closed")
	check(len(must(orders.ListOrders(ctx).Status("received").ItemId(a.Id).Execute()).Data) == 1, "orders")
}

func restore(client *api.APIClient, a api.Item) {
	snapshots, items := client.SnapshotsAPI, client.ItemsAPI
	before := api.NewCreateSnapshot()
	before.SetName("Before")
	id := must(snapshots.CreateSnapshot(ctx).CreateSnapshot(*before).Execute()).Id
	check(must(snapshots.GetSnapshot(ctx, id).Execute()).Status == "ready", "snapshot")
	check(must(snapshots.ListSnapshots(ctx).Execute()).Pagination.Total == 1, "snapshots")
	check(len(must(snapshots.ListSnapshotItems(ctx, id).Execute()).Data) == 2, "copy")
	change := api.NewUpdateItem()
	change.SetName("Screw")
	change.SetQuantity(1)
	change.SetLocationNil()
	must(items.UpdateItem(ctx, a.Id).UpdateItem(*change).Execute())
	fields := map[string]api.SnapshotDiffDataInnerFieldsInner{}
	for _, each := range must(snapshots.DiffSnapshot(ctx, id).Execute()).Data[0].Fields {
		fields[each.Field] = each
	}
	check(fields["name"].From == "Screw", "text")
	check(fields["quantity"].From == float64(1), "number")
	check(fields["location"].From == nil && fields["location"].To == "Aisle 4", "null")
	plan := api.NewRestoreSnapshot()
	plan.SetDryRun(true)
	dry := must(snapshots.RestoreSnapshot(ctx, id).RestoreSnapshot(*plan).Execute())
	check(!dry.HasId() && dry.Updated == 1, "dry run of a restore")
	restored := must(snapshots.RestoreSnapshot(ctx, id).RestoreSnapshot(*api.NewRestoreSnapshot()).Execute())
	check(must(client.RestoresAPI.GetRestore(ctx, restored.GetId()).Execute()).Status == "completed", "restore")
	check(len(must(client.RestoresAPI.ListRestores(ctx).Execute()).Data) == 1, "restores")
	done(snapshots.DeleteSnapshot(ctx, id).Execute())
	done(items.DeleteItem(ctx, a.Id).Execute())
	check(must(client.TrashAPI.ListTrash(ctx).Execute()).Data[0].DeletedBy != "", "trash")
	check(must(items.RestoreItem(ctx, a.Id).RestoreItem(*api.NewRestoreItem()).Execute()).Name == "Bolt", "back from trash")
}

func callWebhooks(client *api.APIClient) {
	webhooks := client.WebhooksAPI
	body := api.NewCreateWebhook("http://127.0.0.1:65535/")
	body.SetDescription("All")
	hook := must(webhooks.CreateWebhook(ctx).CreateWebhook(*body).Execute())
	check(len(hook.Secret) == 50 && fmt.Sprint(hook.Events) == "[*]", "a webhook")
	change := api.NewUpdateWebhook()
	change.SetDescriptionNil()
	change.SetEvents([]string{"item.*"})
	changed := must(webhooks.UpdateWebhook(ctx, hook.Id).UpdateWebhook(*change).Execute())
	check(changed.Description.Get() == nil && changed.UpdatedBy == "usr_1", "a webhook that was changed")
	check(fmt.Sprint(must(webhooks.GetWebhook(ctx, hook.Id).Execute()).Events) == "[item.*]", "events of a webhook")
	check(must(webhooks.ListWebhooks(ctx).Execute()).Data[0].Status == "active", "webhooks")
	sent := must(webhooks.TestWebhook(ctx, hook.Id).Execute())
	check(sent.Type == "webhook.test" && sent.Status == "pending" && len(sent.Attempts) == 0, "a test")
	check(must(webhooks.Redeliver(ctx, hook.Id, sent.Id).Execute()).EventId == sent.EventId, "the same event")
	listed := must(webhooks.ListDeliveries(ctx, hook.Id).EventId(sent.EventId).Type_("webhook.test").Execute())
	check(listed.Pagination.Total == 2, "deliveries")
	check(must(webhooks.RotateWebhookSecret(ctx, hook.Id).Execute()).Secret != hook.Secret, "another secret")
	done(webhooks.DeleteWebhook(ctx, hook.Id).Execute())
}

// The service shows events after 15 seconds.
func readEvents(client *api.APIClient) {
	list := func() *api.EventList { return must(client.EventsAPI.ListEvents(ctx).Limit(100).Execute()) }
	page := list()
	for second := 0; !hasLowStock(page) && second < 30; second++ {
		time.Sleep(time.Second)
		page = list()
	}
	check(hasLowStock(page), "low stock")
	check(page.Data[0].Type == "item.created" && page.Data[0].Data.Object != nil, "an event")
	check(must(client.EventsAPI.ListEvents(ctx).After(page.Cursor).Types("item.*").Execute()).Cursor != "", "cursor")
}

func hasLowStock(page *api.EventList) bool {
	for _, event := range page.Data {
		if event.Type == "item.low_stock" {
			return true
		}
	}
	return false
}

func readAudit(client *api.APIClient) {
	kinds := map[string]bool{}
	for _, entry := range must(client.AuditLogAPI.ListAudit(ctx).Limit(100).Action("update").Execute()).Data {
		for _, each := range entry.Changes {
			kinds[fmt.Sprintf("%T", each.From)] = true
			kinds[fmt.Sprintf("%T", each.To)] = true
		}
		_, err := json.Marshal(entry)
		check(err == nil, "an entry is written as it was read")
	}
	check(kinds["string"] && kinds["float64"] && kinds["<nil>"], fmt.Sprint("values in the audit log: ", kinds))
}
