import java.net.http.HttpRequest;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.openapitools.client.*;
import org.openapitools.client.api.*;
import org.openapitools.client.model.*;

/** Calls every operation, and reads the answers. */
public class Story {
  static void check(boolean holds, String what) {
    if (!holds) throw new AssertionError(what);
  }

  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("BASE_URL"));
    client.setRequestInterceptor(
        (HttpRequest.Builder request) -> request.setHeader("Authorization", "Bearer " + System.getenv("API_KEY")));
    new Story(client).run();
    System.out.println("all operations called");
  }

  final ItemsApi items;
  final TransactionsApi stock;
  final PurchaseOrdersApi orders;
  final SnapshotsApi snapshots;
  final RestoresApi restores;
  final TrashApi trash;
  final AuditLogApi audit;
  final EventsApi events;
  final WebhooksApi webhooks;

  Story(ApiClient client) {
    items = new ItemsApi(client);
    stock = new TransactionsApi(client);
    orders = new PurchaseOrdersApi(client);
    snapshots = new SnapshotsApi(client);
    restores = new RestoresApi(client);
    trash = new TrashApi(client);
    audit = new AuditLogApi(client);
    events = new EventsApi(client);
    webhooks = new WebhooksApi(client);
  }

  void run() throws Exception {
    Item a = writeItems();
    sell(a);
    order(a);
    restore(a);
    callWebhooks();
    readAudit();
    readEvents();
    readError();
  }

  Item writeItems() throws ApiException {
    Item a = items.createItem(new CreateItem().name("Bolt").sku("A").quantity(10), "java-1");
    List<CreatedItemsDataInner> rows =
        items
            .createItems(
                new CreateItems()
                    .addItemsItem(new ItemRow().name("Nut").sku("B").quantity(5))
                    .addItemsItem(new ItemRow().sku("A").reorderPoint(3).upsert(true))
                    .addItemsItem(new ItemRow().id(a.getId()).barcode("4006381333931"))
                    .addItemsItem(new ItemRow().name("Nobody")),
                null)
            .getData();
    check(rows.stream().map(CreatedItemsDataInner::getStatus).collect(Collectors.toList()).equals(List.of(201, 200, 200, 400)), "rows " + rows);
    check(rows.get(1).getItem().getReorderPoint() == 3 && rows.get(0).getError() == null, "row of an item");
    check(rows.get(3).getError().getCode().equals("invalid_request") && rows.get(3).getItem() == null, "row of an error");
    items.updateItem(a.getId(), null, null, new UpdateItem().location("Aisle 4"));
    check("Aisle 4".equals(items.getItem(a.getId()).getLocation()), "location");
    String ids = a.getId() + "," + rows.get(0).getItem().getId();
    check(items.listItems(null, null, null, null, null, null, null, null, ids, "sku").getPagination().getTotal() == 2, "ids");
    check(items.verifyItem(a.getId()).getConsistent(), "ledger");
    return a;
  }

  void sell(Item a) throws ApiException {
    CreateTransactions sale = new CreateTransactions().type(CreateTransactions.TypeEnum.ISSUE).sku("A").quantity(1);
    CreatedTransactions sold = stock.createTransactions(sale, null);
    check(sold.getId().startsWith("txn_") && sold.getQuantityAfter() == 9 && sold.getType().equals("issue"), "sale");
    check(sold.getData() == null || sold.getData().isEmpty(), "a sale is no batch");
    CreatedTransactions dry = stock.createTransactions(sale.dryRun(true), null);
    check(dry.getId() == null && dry.getQuantityAfter() == 8, "dry run");
    CreateTransactions batch =
        new CreateTransactions()
            .addTransactionsItem(new Movement().type(Movement.TypeEnum.ISSUE).sku("A").quantity(2))
            .addTransactionsItem(new Movement().type(Movement.TypeEnum.ADJUST).sku("B").quantity(-1));
    List<Transaction> both = stock.createTransactions(batch, null).getData();
    check(both.size() == 2 && both.get(0).getQuantityAfter() == 7 && both.get(1).getQuantityChange() == -1, "batch");
    check(stock.reverseTransaction(sold.getId(), null, new ReverseTransaction()).getType().equals("reversal"), "reversal");
    check(stock.getTransaction(sold.getId()).getReversedBy() != null, "reversed");
    check(stock.listTransactions(null, null, a.getId(), null, null, null, null, null).getData().size() == 4, "ledger");
  }

  Order create(CreateOrder.StatusEnum status) throws ApiException {
    CreateOrder order = new CreateOrder().supplier(new CreateOrderSupplier().name("Acme")).status(status);
    return orders.createOrder(order.addLineItemsItem(new CreateLineItem().sku("A").quantityOrdered(4).unitCost("0.125")), null);
  }

  void order(Item a) throws ApiException {
    Order draft = create(CreateOrder.StatusEnum.DRAFT);
    orders.updateOrder(draft.getId(), null, null, new UpdateOrder().notes("Gate 2"));
    check(orders.placeOrder(draft.getId(), null).getStatus().equals("ordered"), "placed");
    ReceivedOrder received = orders.receiveOrder(draft.getId(), null, new ReceiveOrder().reference("Note 1"));
    check(received.getOrder().getStatus().equals("received") && received.getTransactions().size() == 1, "received");
    check(orders.listReceipts(draft.getId(), null, null).getData().get(0).getReference().equals("Note 1"), "receipt");
    Order fetched = orders.getOrder(draft.getId());
    check(fetched.getSubtotal().equals("0.50") && "Gate 2".equals(fetched.getNotes()), "order");
    orders.cancelOrder(create(CreateOrder.StatusEnum.ORDERED).getId(), null, new CancelOrder().cancelReason("Late"));
    orders.deleteOrder(create(CreateOrder.StatusEnum.DRAFT).getId(), null, null);
    Order part = create(CreateOrder.StatusEnum.ORDERED);
    ReceiveOrderLinesInner line = new ReceiveOrderLinesInner().lineItemId(part.getLineItems().get(0).getId());
    orders.receiveOrder(part.getId(), null, new ReceiveOrder().addLinesItem(line.quantityAccepted(1)));
    check(orders.closeOrder(part.getId(), null).getStatus().equals("closed"), "closed");
    check(orders.listOrders(null, null, "received", null, a.getId(), null, null, null).getData().size() == 1, "orders");
  }

  void restore(Item a) throws ApiException {
    String id = snapshots.createSnapshot(null, new CreateSnapshot().name("Before")).getId();
    check(snapshots.getSnapshot(id).getStatus().equals("ready"), "snapshot");
    check(snapshots.listSnapshots(null, null, null, null).getPagination().getTotal() == 1, "snapshots");
    check(snapshots.listSnapshotItems(id, null, null, null, null, null, null, null, null, null, "sku").getData().size() == 2, "copy");
    items.updateItem(a.getId(), null, null, new UpdateItem().name("Screw").quantity(1).location(null));
    Map<String, SnapshotDiffDataInnerFieldsInner> fields =
        snapshots.diffSnapshot(id, null, null).getData().get(0).getFields().stream()
            .collect(Collectors.toMap(SnapshotDiffDataInnerFieldsInner::getField, each -> each));
    check("Screw".equals(fields.get("name").getFrom()), "text");
    check(((Number) fields.get("quantity").getFrom()).intValue() == 1, "number");
    check(fields.get("location").getFrom() == null && "Aisle 4".equals(fields.get("location").getTo()), "null");
    RestoreResult dry = snapshots.restoreSnapshot(id, null, new RestoreSnapshot().dryRun(true));
    check(dry.getId() == null && dry.getUpdated() == 1, "dry run of a restore");
    RestoreResult done = snapshots.restoreSnapshot(id, null, new RestoreSnapshot());
    check(restores.getRestore(done.getId()).getStatus().equals("completed"), "restore");
    check(restores.listRestores(null, null).getData().size() == 1, "restores");
    snapshots.deleteSnapshot(id, null);
    items.deleteItem(a.getId(), null, null);
    check(trash.listTrash(null, null, null, null, null, null, null, null, null, null).getData().get(0).getDeletedBy() != null, "trash");
    check(items.restoreItem(a.getId(), null, new RestoreItem()).getName().equals("Bolt"), "back from trash");
  }

  void callWebhooks() throws ApiException {
    CreateWebhook body = new CreateWebhook().url("http://127.0.0.1:65535/").description("All");
    WebhookWithSecret hook = webhooks.createWebhook(body, null);
    check(hook.getSecret().startsWith("whsec_") && hook.getEvents().equals(List.of("*")), "a webhook");
    String id = hook.getId();
    UpdateWebhook.EventsEnum pattern = UpdateWebhook.EventsEnum.fromValue("item.*");
    UpdateWebhook change = new UpdateWebhook().description(null).addEventsItem(pattern);
    Webhook changed = webhooks.updateWebhook(id, null, change);
    check(changed.getDescription() == null && changed.getUpdatedBy().equals("usr_1"), "a webhook that was changed");
    check(webhooks.getWebhook(id).getEvents().equals(List.of("item.*")), "events of a webhook");
    check(webhooks.listWebhooks(null, null).getData().get(0).getStatus().equals("active"), "webhooks");
    Delivery sent = webhooks.testWebhook(id, null);
    check(sent.getType().equals("webhook.test") && sent.getStatus().equals("pending"), "a test");
    check(sent.getAttempts().isEmpty() && sent.getNextAttemptAt() != null, "attempts");
    check(webhooks.redeliver(id, sent.getId(), null).getEventId().equals(sent.getEventId()), "the same event");
    DeliveryList listed = webhooks.listDeliveries(id, null, null, null, sent.getEventId(), "webhook.test");
    check(listed.getPagination().getTotal() == 2, "deliveries");
    check(!webhooks.rotateWebhookSecret(id, null).getSecret().equals(hook.getSecret()), "another secret");
    webhooks.deleteWebhook(id, null);
  }

  void readAudit() throws ApiException {
    List<AuditEntryChangesInner> changes =
        audit.listAudit(100, null, "update", null, null, null, null, "item", null).getData().stream()
            .flatMap(entry -> entry.getChanges().stream())
            .collect(Collectors.toList());
    check(changes.stream().anyMatch(each -> each.getFrom() instanceof Number), "a number in the audit log");
    check(changes.stream().anyMatch(each -> each.getTo() instanceof String), "a text in the audit log");
    check(changes.stream().anyMatch(each -> each.getFrom() == null), "null in the audit log");
  }

  /** The service shows events after 15 seconds. */
  void readEvents() throws Exception {
    EventList page = events.listEvents(100, null, null, null);
    for (int second = 0; !hasLowStock(page) && second < 30; second++) {
      Thread.sleep(1_000);
      page = events.listEvents(100, null, null, null);
    }
    Event first = page.getData().get(0);
    check(first.getType().equals("item.created") && first.getData().getObject() != null, "an event");
    check(hasLowStock(page), "low stock");
    check(events.listEvents(null, page.getCursor(), null, "item.*").getCursor() != null, "cursor");
  }

  boolean hasLowStock(EventList page) {
    return page.getData().stream().anyMatch(each -> each.getType().equals("item.low_stock"));
  }

  void readError() throws Exception {
    try {
      items.getItem("itm_none");
      check(false, "an unknown item");
    } catch (ApiException error) {
      check(error.getCode() == 404 && error.getResponseBody().contains("\"item_not_found\""), "error");
    }
  }
}
