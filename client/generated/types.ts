// npm run client:generate writes this from openapi/openapi.json.

export interface components {
    schemas: {
        /** @description One change of who may do what: who made it, and when. It outlives what was changed. */
        AccessEntry: {
            /** @description The id of the entry: `acc_` and 26 characters. */
            id: string;
            /**
             * @description What was done. One of those in `x-known-values`; others may come.
             * @enum {string}
             */
            action: "person.invited" | "person.accepted" | "person.changed" | "person.removed" | "person.left" | "person.signed_out" | "key.created" | "key.renamed" | "key.revoked" | "webhook.created" | "webhook.updated" | "webhook.secret_rotated" | "webhook.deleted" | "company.changed" | "company.plan_changed" | "company.suspended" | "company.resumed" | "company.exported" | "company.imported";
            /** @description Who made the change. */
            actor: {
                /**
                 * @description `person`, `api_key`, or `system` for what the operators of the service did. One of `api_key`, `person`, `system`; others may come.
                 * @enum {string}
                 */
                type: "api_key" | "person" | "system";
                /** @description The id of the person or the key. `command-line` for the operators. */
                id: string;
                /** @description The name that it had then. */
                name: string | null;
            };
            /** @description Whom or what the change is about. */
            subject: {
                /**
                 * @description What it is. One of `person`, `key`, `webhook`, `company`; others may come.
                 * @enum {string}
                 */
                type: "person" | "key" | "webhook" | "company";
                /** @description Its id. */
                id: string;
                /** @description The name that it had then: of a webhook, its host. */
                name: string | null;
            };
            /** @description The fields that changed, without secrets. Of the `url` of a webhook, what follows the host is `…`. */
            changes: {
                /** @description The name of the field. */
                field: string;
                /** @description The value before. Null if there was none. */
                from: string | number | null;
                /** @description The value after. Null if there is none. */
                to: string | number | null;
            }[];
            /** @description The `X-Request-Id` of the request that made the change, or the id of a command. */
            request_id: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
        };
        /** @description A page of the access log. */
        AccessList: {
            /** @description The rows of the page. */
            data: components["schemas"]["AccessEntry"][];
            /** @description Where the page is in the list. */
            pagination: components["schemas"]["Pagination"];
        };
        /** @description The company, the person who asks, limits, and what there is in stock. */
        Account: {
            /** @description The company that the person belongs to. */
            company: components["schemas"]["Company"];
            /**
             * Format: date
             * @description The day of the company that is under way.
             */
            today: string;
            /** @description The person who asks. */
            person: components["schemas"]["Person"];
            /** @description Whether the service sends mails. Without them, nobody can choose alerts. */
            sends_mail: boolean;
            /** @description How many requests each key and each person may send. */
            limits: {
                /** @description In a minute. */
                minute: number;
                /** @description On a UTC day. Null without a limit. */
                day: number | null;
            };
            /** @description How many requests of these the person has sent, with this one. */
            usage: {
                /** @description In this minute. */
                minute: number;
                /** @description On this UTC day. */
                day: number;
            };
            /** @description What is left to the company on this UTC day. */
            snapshots: {
                /** @description Snapshots that can still be taken today. */
                left_today: number;
                /** @description Restores that can still be started today. */
                restores_left_today: number;
            };
            /** @description How many there are. */
            totals: {
                /** @description Live items. */
                items: number;
                /** @description Live items with fewer units than their reorder point. */
                low_stock: number;
                /** @description The quantities of all live items, added up. */
                units: number;
                /** @description Orders that are `ordered` or `partially_received`. */
                orders_open: number;
                /** @description Those of them that were expected before today, a day of the company. */
                orders_overdue: number;
                /** @description Items in trash. */
                trash: number;
            };
        };
        /** @description An API key, without its secret. */
        ApiKey: {
            /** @description The id of the key: `key_` and 26 characters. */
            id: string;
            /** @description What the key is for, as the audit log shows it. Up to 100 characters. */
            name: string | null;
            /** @description How the secret begins: `sk_live_`, or `sk_test_` of a local service. */
            prefix: string;
            /** @description How the secret ends: the last four characters. */
            last4: string;
            /** @description What the key may do: `read`, `write`, `webhooks`. The first two unless given. */
            scopes: ("read" | "write" | "webhooks")[];
            /** @description For whom the key acts. */
            user_id: string;
            /** @description Of who has made the key, also after that person has left. Null where a command has made it. */
            user_name: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description When the key was last used. Null before. */
            last_used_at: string | null;
            /** @description From when on the key is refused. Null for one that does not expire. */
            expires_at: string | null;
            /** @description When the key was revoked. Null for one that was not. */
            revoked_at: string | null;
        };
        /** @description A page of API keys. */
        ApiKeyList: {
            /** @description The rows of the page. */
            data: components["schemas"]["ApiKey"][];
            /** @description Where the page is in the list. */
            pagination: components["schemas"]["Pagination"];
        };
        /** @description An API key, with its secret: the only time that it is shown. */
        ApiKeyWithSecret: {
            /** @description The id of the key: `key_` and 26 characters. */
            id: string;
            /** @description What the key is for, as the audit log shows it. Up to 100 characters. */
            name: string | null;
            /** @description How the secret begins: `sk_live_`, or `sk_test_` of a local service. */
            prefix: string;
            /** @description How the secret ends: the last four characters. */
            last4: string;
            /** @description What the key may do: `read`, `write`, `webhooks`. The first two unless given. */
            scopes: ("read" | "write" | "webhooks")[];
            /** @description For whom the key acts. */
            user_id: string;
            /** @description Of who has made the key, also after that person has left. Null where a command has made it. */
            user_name: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description When the key was last used. Null before. */
            last_used_at: string | null;
            /** @description From when on the key is refused. Null for one that does not expire. */
            expires_at: string | null;
            /** @description When the key was revoked. Null for one that was not. */
            revoked_at: string | null;
            /** @description The secret, to be sent as `Authorization: Bearer`. It is not stored. */
            key: string;
            /** @description Seconds until the key is known everywhere, at most. */
            active_in: number;
        };
        /** @description One change: who changed what, and when. It outlives what was changed. */
        AuditEntry: {
            /** @description The id of the entry: `aud_` and 28 characters. The transaction with the same characters is the same change. */
            id: string;
            /**
             * @description What was done. Movements of stock and verbs of orders are `update`. One of `create`, `update`, `delete`, `restore`; others may come.
             * @enum {string}
             */
            action: "create" | "update" | "delete" | "restore";
            /**
             * @description The kind of object that was changed. One of `item`, `order`, `snapshot`; others may come.
             * @enum {string}
             */
            resource_type: "item" | "order" | "snapshot";
            /** @description The id of the object that was changed. */
            resource_id: string;
            /** @description The id of the item. Null for orders and snapshots. */
            item_id: string | null;
            /** @description The SKU of the item at that time. Null for orders and snapshots. */
            sku: string | null;
            /** @description The id of the user whose key was used, or `system`. */
            user_id: string;
            /** @description Who made the change. */
            actor: {
                /**
                 * @description `api_key` for a request, `system` for what the service did on its own. One of `api_key`, `person`, `system`; others may come.
                 * @enum {string}
                 */
                type: "api_key" | "person" | "system";
                /** @description The id of the API key, or the name of the job. */
                id: string;
                /** @description The name of the API key. */
                name: string | null;
            };
            /** @description The fields that changed. */
            changes: {
                /** @description The name of the field. */
                field: string;
                /** @description The value before. Null if there was none. */
                from: string | number | null;
                /** @description The value after. Null if there is none. */
                to: string | number | null;
            }[];
            /** @description The transaction, where the change moved stock. */
            transaction_id: string | null;
            /** @description The purchase order that the change belongs to. */
            order_id: string | null;
            /** @description The receipt that the change belongs to: of a delivery that came, or was taken back. */
            receipt_id: string | null;
            /** @description The snapshot that the change belongs to. */
            snapshot_id: string | null;
            /** @description The `X-Request-Id` of the request that made the change, or the id of a run of the service itself. */
            request_id: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
        };
        /** @description A page of the audit log. */
        AuditList: {
            /** @description The rows of the page. */
            data: components["schemas"]["AuditEntry"][];
            /** @description Where the page is in the list. */
            pagination: components["schemas"]["Pagination"];
        };
        /** @description Why the order is cancelled. */
        CancelOrder: {
            /**
             * @description Why it was cancelled. Up to 500 characters.
             * @default null
             */
            cancel_reason?: string | null;
        };
        /** @description An item after the change, and before. */
        ChangedItem: {
            /** @description It, after the change. */
            object: components["schemas"]["Item"];
            /** @description The former values of the fields that changed. */
            previous: Record<string, never>;
        };
        /** @description An order after the change, and before. */
        ChangedOrder: {
            /** @description It, after the change. */
            object: components["schemas"]["OrderSummary"];
            /** @description The former values of the fields that changed. */
            previous: Record<string, never>;
        };
        /** @description A snapshot after the change, and before. */
        ChangedSnapshot: {
            /** @description It, after the change. */
            object: components["schemas"]["Snapshot"];
            /** @description The former values of the fields that changed. */
            previous: Record<string, never>;
        };
        /** @description An item that went to trash. */
        ChangedTrashedItem: {
            /** @description It, after the change. */
            object: components["schemas"]["TrashedItem"];
            /** @description The former values of the fields that changed. */
            previous: Record<string, never>;
        };
        /** @description The company. */
        Company: {
            /** @description The id of the company. */
            id: string;
            /** @description The name of the company. Up to 100 characters. */
            name: string;
            /**
             * @description The plan, which decides the limits. One of `starter`, `professional`, `enterprise`; others may come.
             * @enum {string}
             */
            plan: "starter" | "professional" | "enterprise";
            /** @description Where its days are cut: those of `GET /stock/daily`, and what is overdue. An IANA name. `UTC` at first. */
            time_zone: string;
            /**
             * Format: date-time
             * @description When the company was created.
             */
            created_at: string;
        };
        /** @description What the key is for. Each field can be left out. */
        CreateApiKey: {
            /**
             * @description What the key is for, as the audit log shows it. Up to 100 characters.
             * @default null
             */
            name?: string | null;
            /**
             * @description What the key may do: `read`, `write`, `webhooks`. The first two unless given.
             * @default [
             *       "read",
             *       "write"
             *     ]
             */
            scopes?: ("read" | "write" | "webhooks")[] | null;
            /**
             * @description From when on the key is refused. Null for one that does not expire.
             * @default null
             */
            expires_at?: string | null;
        };
        /** @description A new item. */
        CreateItem: {
            /** @description What people call the item. Up to 200 characters. */
            name: string;
            /** @description The stock keeping unit, unique among live items, case-sensitive. */
            sku: string;
            /**
             * @description How much is in stock at the start. It becomes the first transaction of the ledger.
             * @default 0
             */
            quantity?: number;
            /**
             * @description Where it is kept. Up to 200 characters.
             * @default null
             */
            location?: string | null;
            /**
             * @description The barcode, as a scanner reads it.
             * @default null
             */
            barcode?: string | null;
            /**
             * @description With fewer units, the item is low in stock. Null: it never is.
             * @default null
             */
            reorder_point?: number | null;
        };
        /** @description Items to create, change or delete. Each row is committed on its own. */
        CreateItems: {
            /** @description From 1 to 100 rows. Of rows that share a SKU, the first one wins. */
            items: components["schemas"]["ItemRow"][];
        };
        /** @description A new line. It names the item by `item_id` or by `sku`. */
        CreateLineItem: {
            /**
             * @description The id of the item. Either this or `sku`.
             * @default null
             */
            item_id?: string | null;
            /**
             * @description The SKU of the item, in place of `item_id`.
             * @default null
             */
            sku?: string | null;
            /** @description How much is ordered: at least 1. */
            quantity_ordered: number;
            /**
             * @description The price of one: a decimal text such as `"2.50"`, with up to 6 decimals.
             * @default null
             */
            unit_cost?: string | null;
            /**
             * @description A remark. Up to 200 characters.
             * @default null
             */
            notes?: string | null;
        };
        /** @description A new purchase order. */
        CreateOrder: {
            /** @description From whom the goods are ordered. */
            supplier: {
                /** @description The name of the supplier. Up to 200 characters. */
                name: string;
                /**
                 * @description An email address of the supplier.
                 * @default null
                 */
                email?: string | null;
                /**
                 * @description A telephone number of the supplier. Up to 50 characters.
                 * @default null
                 */
                phone?: string | null;
                /**
                 * @description The number that the supplier has given to the order. Up to 255 characters.
                 * @default null
                 */
                reference?: string | null;
            };
            /**
             * @description The currency of all amounts: an ISO 4217 code such as `EUR`.
             * @default null
             */
            currency?: string | null;
            /**
             * @description The day on which the goods are expected, such as `2026-12-01`.
             * @default null
             */
            expected_at?: string | null;
            /**
             * @description Where the goods are to be delivered. Up to 200 characters.
             * @default null
             */
            location?: string | null;
            /**
             * @description A remark, also of several lines. Up to 2 000 characters.
             * @default null
             */
            notes?: string | null;
            /** @description What is ordered: from 1 to 200 lines. */
            line_items: components["schemas"]["CreateLineItem"][];
            /**
             * @description `draft` if the order can still change. Else it is ordered at once.
             * @default ordered
             * @enum {string}
             */
            status?: "draft" | "ordered";
        };
        /** @description How the snapshot is called. */
        CreateSnapshot: {
            /**
             * @description What people call the snapshot. Up to 200 characters.
             * @default null
             */
            name?: string | null;
        };
        /** @description One movement, or up to 40 that are committed together or not at all. */
        CreateTransactions: ({
            /** @description The id of the item. Either this or `sku`; neither is needed with `order_id`. */
            item_id?: string | null;
            /** @description The SKU of the item, in place of `item_id`: both together are refused. */
            sku?: string | null;
            /** @description Why the stock moved. */
            reason?: ("restock" | "sale" | "damage" | "loss" | "theft" | "expired" | "correction" | "stocktake" | "sample" | "other") | null;
            /** @description Your own number for it, such as that of a delivery note. Up to 255 characters. */
            reference?: string | null;
            /** @description A remark. Up to 1 000 characters. */
            note?: string | null;
            /** @description When it happened in the warehouse: ISO 8601 with `Z` or an offset. Your clock may be five minutes ahead; what is later is refused. */
            occurred_at?: string | null;
            /** @description The quantity that you have seen. If the item has another one, the request is refused with `version_conflict`. */
            expected_quantity?: number | null;
            /** @description The `sequence` of the newest transaction of the item that you have seen, or 0 if it has none. If the item has moved since, the request is refused with `version_conflict`, also where its quantity is the same again. */
            expected_sequence?: number | null;
            /** @description With `receive`: the purchase order whose goods are received. */
            order_id?: string | null;
            /** @description The line item of that order. Required with `order_id`. */
            line_item_id?: string | null;
            /**
             * @description What moves the stock. It says what `quantity` means.
             * @enum {string}
             */
            type: "receive" | "issue" | "return";
            /** @description With `receive`, `issue` and `return`, how much is moved: at least 1. With `adjust`, how much is added, or, below 0, taken: not 0. With `count`, how much was found: at least 0. */
            quantity: number;
            /**
             * @description With `true`, the answer is what would happen, with status 200. Nothing is written. After the dry run of a `count`, lists have every transaction of the item before its `sequence`.
             * @default false
             */
            dry_run?: boolean;
            /** @description From 1 to 40 movements. Those of one item are applied in the order of the list. */
            transactions?: null;
        } | {
            /** @description The id of the item. Either this or `sku`; neither is needed with `order_id`. */
            item_id?: string | null;
            /** @description The SKU of the item, in place of `item_id`: both together are refused. */
            sku?: string | null;
            /** @description Why the stock moved. */
            reason?: ("restock" | "sale" | "damage" | "loss" | "theft" | "expired" | "correction" | "stocktake" | "sample" | "other") | null;
            /** @description Your own number for it, such as that of a delivery note. Up to 255 characters. */
            reference?: string | null;
            /** @description A remark. Up to 1 000 characters. */
            note?: string | null;
            /** @description When it happened in the warehouse: ISO 8601 with `Z` or an offset. Your clock may be five minutes ahead; what is later is refused. */
            occurred_at?: string | null;
            /** @description The quantity that you have seen. If the item has another one, the request is refused with `version_conflict`. */
            expected_quantity?: number | null;
            /** @description The `sequence` of the newest transaction of the item that you have seen, or 0 if it has none. If the item has moved since, the request is refused with `version_conflict`, also where its quantity is the same again. */
            expected_sequence?: number | null;
            /** @description With `receive`: the purchase order whose goods are received. */
            order_id?: string | null;
            /** @description The line item of that order. Required with `order_id`. */
            line_item_id?: string | null;
            /**
             * @description What moves the stock. It says what `quantity` means.
             * @constant
             */
            type: "adjust";
            /** @description With `receive`, `issue` and `return`, how much is moved: at least 1. With `adjust`, how much is added, or, below 0, taken: not 0. With `count`, how much was found: at least 0. */
            quantity: number;
            /**
             * @description With `true`, the answer is what would happen, with status 200. Nothing is written. After the dry run of a `count`, lists have every transaction of the item before its `sequence`.
             * @default false
             */
            dry_run?: boolean;
            /** @description From 1 to 40 movements. Those of one item are applied in the order of the list. */
            transactions?: null;
        } | {
            /** @description The id of the item. Either this or `sku`; neither is needed with `order_id`. */
            item_id?: string | null;
            /** @description The SKU of the item, in place of `item_id`: both together are refused. */
            sku?: string | null;
            /** @description Why the stock moved. */
            reason?: ("restock" | "sale" | "damage" | "loss" | "theft" | "expired" | "correction" | "stocktake" | "sample" | "other") | null;
            /** @description Your own number for it, such as that of a delivery note. Up to 255 characters. */
            reference?: string | null;
            /** @description A remark. Up to 1 000 characters. */
            note?: string | null;
            /** @description When it happened in the warehouse: ISO 8601 with `Z` or an offset. Your clock may be five minutes ahead; what is later is refused. */
            occurred_at?: string | null;
            /** @description The quantity that you have seen. If the item has another one, the request is refused with `version_conflict`. */
            expected_quantity?: number | null;
            /** @description The `sequence` of the newest transaction of the item that you have seen, or 0 if it has none. If the item has moved since, the request is refused with `version_conflict`, also where its quantity is the same again. */
            expected_sequence?: number | null;
            /** @description With `receive`: the purchase order whose goods are received. */
            order_id?: string | null;
            /** @description The line item of that order. Required with `order_id`. */
            line_item_id?: string | null;
            /**
             * @description What moves the stock. It says what `quantity` means.
             * @constant
             */
            type: "count";
            /** @description With `receive`, `issue` and `return`, how much is moved: at least 1. With `adjust`, how much is added, or, below 0, taken: not 0. With `count`, how much was found: at least 0. */
            quantity: number;
            /**
             * @description With `true`, the answer is what would happen, with status 200. Nothing is written. After the dry run of a `count`, lists have every transaction of the item before its `sequence`.
             * @default false
             */
            dry_run?: boolean;
            /** @description From 1 to 40 movements. Those of one item are applied in the order of the list. */
            transactions?: null;
        }) | {
            /** @description From 1 to 40 movements. Those of one item are applied in the order of the list. */
            transactions: components["schemas"]["Movement"][];
            /**
             * @description With `true`, the answer is what would happen, with status 200. Nothing is written. After the dry run of a `count`, lists have every transaction of the item before its `sequence`.
             * @default false
             */
            dry_run?: boolean;
        };
        /** @description A new webhook. */
        CreateWebhook: {
            /** @description Where events are sent: a public `https` address, with the port 443 or one above 1023, without user name, password or fragment. Up to 2 000 characters. */
            url: string;
            /**
             * @description The types of events that are sent. `item.*` has all types of items, `*` all types.
             * @default [
             *       "*"
             *     ]
             */
            events?: ("item.created" | "item.updated" | "item.stock_changed" | "item.deleted" | "item.restored" | "item.low_stock" | "item.restocked" | "order.created" | "order.updated" | "order.placed" | "order.received" | "order.cancelled" | "order.closed" | "order.deleted" | "snapshot.created" | "snapshot.deleted" | "snapshot.restored" | "item.*" | "order.*" | "snapshot.*" | "*")[] | null;
            /**
             * @description A remark. Up to 200 characters.
             * @default null
             */
            description?: string | null;
        };
        /** @description What became of each row, in the order of the request. */
        CreatedItems: {
            /** @description One entry for each row. */
            data: ({
                /** @description The number of the row, from 0. */
                index: number;
                /** @description The item as it is now. */
                item: components["schemas"]["Item"];
                /** @description The status that the row would have as a request of its own. */
                status: 200 | 201;
            } | {
                /** @description The number of the row, from 0. */
                index: number;
                /**
                 * @description The status that the row would have as a request of its own.
                 * @constant
                 */
                status: 204;
            } | {
                /** @description The number of the row, from 0. */
                index: number;
                /** @description The status that the row would have as a request of its own. */
                status: number;
                /** @description Why the row had no effect. */
                error: {
                    /** @enum {string} */
                    code: "invalid_request" | "invalid_json" | "invalid_content_type" | "sku_already_exists" | "insufficient_stock" | "version_conflict" | "invalid_state" | "over_receipt" | "item_in_trash" | "not_in_trash" | "idempotency_key_reused" | "limit_exceeded" | "cursor_expired" | "unauthorized" | "forbidden" | "sign_in_required" | "second_factor_required" | "plan_limit_reached" | "item_not_found" | "order_not_found" | "receipt_not_found" | "transaction_not_found" | "snapshot_not_found" | "restore_not_found" | "webhook_not_found" | "delivery_not_found" | "person_not_found" | "key_not_found" | "not_found" | "rate_limited" | "resource_busy" | "internal_error";
                    message: string;
                    field?: string;
                };
            })[];
        };
        /** @description The transaction, or a list of them: in the form of the request. */
        CreatedTransactions: components["schemas"]["Transaction"] | {
            /** @description The transactions, in the order of the request. */
            data: components["schemas"]["Transaction"][];
        };
        /** @description The movements of a type on one day. */
        DailyMovements: {
            /**
             * Format: date
             * @description The day of the company.
             */
            date: string;
            /**
             * @description What moved the stock. `initial`, `direct_update`, `reversal` and `snapshot_restore` are made by the service. One of `receive`, `issue`, `return`, `adjust`, `count`, `initial`, `direct_update`, `reversal`, `snapshot_restore`; others may come.
             * @enum {string}
             */
            type: "receive" | "issue" | "return" | "adjust" | "count" | "initial" | "direct_update" | "reversal" | "snapshot_restore";
            /** @description How many there were. A `reversal` is one, too. */
            movements: number;
            /** @description What those that added to the stock have added. */
            units_in: number;
            /** @description What those that took from the stock have taken, as a number of 0 or more. */
            units_out: number;
        };
        /** @description How much stock moved, by day and type. What did not occur is left out. */
        DailyStock: {
            /** @description In which the days are cut. Those before a change of it stay as they were. */
            time_zone: string;
            /** @description By date, oldest first. */
            data: components["schemas"]["DailyMovements"][];
        };
        /** @description The requests of a key or a person on one day. */
        DailyUsage: {
            /**
             * Format: date
             * @description The UTC day.
             */
            date: string;
            /** @description The key. Null for a person. */
            key_id: string | null;
            /** @description The person. Null for a key. */
            person_id: string | null;
            /** @description Requests that were counted. */
            requests: number;
            /** @description Requests that were answered with 429, since the limit was reached. They are told with the next that is counted, so a few may be missing. */
            refused: number;
        };
        /** @description Moves an item to trash. */
        DeleteItemRow: {
            /** @description The id of the item. */
            id: string;
            /** @description The revision that you have seen: the number in the `ETag`. A later one is refused with `version_conflict`. */
            revision?: number;
            /**
             * @description Says that it is to be deleted.
             * @constant
             */
            deleted: true;
        };
        /** @description An event on its way to a webhook, with each attempt to send it. */
        Delivery: {
            /** @description The id of the delivery: `dlv_` and 26 characters. */
            id: string;
            /** @description The id of the event, by which the receiver knows it: the header `webhook-id`. */
            event_id: string;
            /**
             * @description The type of the event. One of those in `x-known-values`; others may come.
             * @enum {string}
             */
            type: "item.created" | "item.updated" | "item.stock_changed" | "item.deleted" | "item.restored" | "item.low_stock" | "item.restocked" | "order.created" | "order.updated" | "order.placed" | "order.received" | "order.cancelled" | "order.closed" | "order.deleted" | "snapshot.created" | "snapshot.deleted" | "snapshot.restored" | "webhook.test";
            /**
             * @description `pending` until the receiver has taken the event: then `delivered`. `failed` after the last attempt. One of `pending`, `delivered`, `failed`; others may come.
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed";
            /** @description What was tried, oldest first. */
            attempts: components["schemas"]["DeliveryAttempt"][];
            /** @description When it is sent next. Null unless it is `pending`. */
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
        };
        /** @description One request to the address of the webhook. */
        DeliveryAttempt: {
            /**
             * Format: date-time
             * @description When it began.
             */
            at: string;
            /** @description The status that the receiver has answered. Null where no answer came. */
            status_code: number | null;
            /** @description How long it took. */
            milliseconds: number;
            /** @description Why no answer came. Null where one came. */
            error: string | null;
            /** @description How the body of the answer begins: up to 500 characters. Null where no answer came. */
            response: string | null;
        };
        /** @description A page of deliveries. */
        DeliveryList: {
            /** @description The rows of the page. */
            data: components["schemas"]["Delivery"][];
            /** @description Where the page is in the list. */
            pagination: components["schemas"]["Pagination"];
        };
        /** @description One change of the inventory, or a reorder point that was crossed. Its `type` says which. Of two events of an item, the one with the lower `revision` is older. */
        Event: components["schemas"]["ItemCreated"] | components["schemas"]["ItemUpdated"] | components["schemas"]["ItemStockChanged"] | components["schemas"]["ItemDeleted"] | components["schemas"]["ItemRestored"] | components["schemas"]["ItemLowStock"] | components["schemas"]["ItemRestocked"] | components["schemas"]["OrderCreated"] | components["schemas"]["OrderUpdated"] | components["schemas"]["OrderPlaced"] | components["schemas"]["OrderReceived"] | components["schemas"]["OrderCancelled"] | components["schemas"]["OrderClosed"] | components["schemas"]["OrderDeleted"] | components["schemas"]["SnapshotCreated"] | components["schemas"]["SnapshotDeleted"] | components["schemas"]["SnapshotRestored"];
        /** @description Who did it. */
        EventActor: {
            /**
             * @description `api_key` for a request, `system` for what the service did on its own. One of `api_key`, `person`, `system`; others may come.
             * @enum {string}
             */
            type: "api_key" | "person" | "system";
            /** @description The id of the API key, or the name of the job. */
            id: string;
            /** @description The name of the API key. */
            name: string | null;
        };
        /** @description A page of the feed. */
        EventList: {
            /** @description The events, oldest first. */
            data: components["schemas"]["Event"][];
            /** @description Where the next page begins: send it as `after`. */
            cursor: string;
            /** @description `true` if there is more to read at once. */
            has_more: boolean;
        };
        /** @description A line that the draft has, as it was fetched. */
        FetchedLineItem: {
            /**
             * @description The SKU of the item at the time of the order.
             * @default null
             */
            sku?: string | null;
            /** @description Read-only: as stored. */
            name?: unknown;
            /** @description Read-only: as stored. */
            quantity_received?: unknown;
            /** @description Read-only: as stored. */
            quantity_rejected?: unknown;
            /** @description Read-only: as stored. */
            quantity_cancelled?: unknown;
            /** @description Read-only: as stored. */
            quantity_outstanding?: unknown;
            /** @description Read-only: as stored. */
            line_total?: unknown;
            /** @description The id of the item. */
            item_id: string;
            /** @description How much is ordered: at least 1. */
            quantity_ordered: number;
            /**
             * @description The price of one: a decimal text such as `"2.50"`, with up to 6 decimals.
             * @default null
             */
            unit_cost?: string | null;
            /**
             * @description A remark. Up to 200 characters.
             * @default null
             */
            notes?: string | null;
            /** @description The id of the line item: `pol_` and 26 characters. */
            id: string;
        };
        /** @description The open invitations to the address. */
        InvitationList: {
            /** @description The rows of the page. */
            data: {
                /** @description The id of the person: `usr_` and 26 characters. */
                id: string;
                /** @description The name of the company that invites. */
                company: string;
                /** @description The name of who invites. Null where it was an operator of the service. */
                inviter: string | null;
                /**
                 * @description `owner`: all that there is. `member`: reads and writes. `viewer`: reads. One of `owner`, `member`, `viewer`; others may come.
                 * @enum {string}
                 */
                role: "owner" | "member" | "viewer";
                /** @description Until when the invitation can be accepted. Null for one who has accepted. */
                invited_until: string | null;
            }[];
        };
        /** @description Whom to invite. */
        InvitePerson: {
            /** @description The address by which the person signs in, in small letters. Up to 254 characters. */
            email: string;
            /** @description The name, as the audit log shows it. Up to 100 characters. */
            name: string;
            /**
             * @description `owner`: all that there is. `member`: reads and writes. `viewer`: reads.
             * @enum {string}
             */
            role: "owner" | "member" | "viewer";
        };
        /** @description Something that is kept in stock. */
        Item: {
            /** @description The id of the item: `itm_` and 26 characters. It never changes. */
            id: string;
            /** @description What people call the item. Up to 200 characters. */
            name: string;
            /** @description The stock keeping unit, unique among live items, case-sensitive. */
            sku: string;
            /** @description How much is in stock: a whole number from 0 to 2 147 483 647. */
            quantity: number;
            /** @description Where it is kept. Up to 200 characters. */
            location: string | null;
            /** @description The barcode, as a scanner reads it. */
            barcode: string | null;
            /** @description With fewer units, the item is low in stock. Null: it never is. */
            reorder_point: number | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was changed last.
             */
            updated_at: string;
        };
        /** @description An item was created. */
        ItemCreated: {
            /** @description The same wherever it is sent. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "item.created";
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /** @description What changed. */
            resource_id: string;
            /** @description The number of the item's `ETag`. */
            revision: number | null;
            /** @description Of its newest transaction. */
            sequence: number | null;
            /** @description It, after and before. */
            data: components["schemas"]["ChangedItem"];
            /** @description Who did it. */
            actor: components["schemas"]["EventActor"];
            /** @description By which request. */
            request_id: string;
        };
        /** @description An item went to trash. */
        ItemDeleted: {
            /** @description The same wherever it is sent. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "item.deleted";
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /** @description What changed. */
            resource_id: string;
            /** @description The number of the item's `ETag`. */
            revision: number | null;
            /** @description Of its newest transaction. */
            sequence: number | null;
            /** @description It, after and before. */
            data: components["schemas"]["ChangedTrashedItem"];
            /** @description Who did it. */
            actor: components["schemas"]["EventActor"];
            /** @description By which request. */
            request_id: string;
        };
        /** @description A page of items. */
        ItemList: {
            /** @description The rows of the page. */
            data: components["schemas"]["Item"][];
            /** @description Where the page is in the list. */
            pagination: components["schemas"]["Pagination"];
        };
        /** @description An item fell below its reorder point: it was not before. Reorder it. */
        ItemLowStock: {
            /** @description The same wherever it is sent. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "item.low_stock";
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /** @description What changed. */
            resource_id: string;
            /** @description The number of the item's `ETag`. */
            revision: number | null;
            /** @description Of its newest transaction. */
            sequence: number | null;
            /** @description It, after and before. */
            data: components["schemas"]["ChangedItem"];
            /** @description Who did it. */
            actor: components["schemas"]["EventActor"];
            /** @description By which request. */
            request_id: string;
        };
        /** @description An item is not below its reorder point any more, or went to trash. */
        ItemRestocked: {
            /** @description The same wherever it is sent. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "item.restocked";
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /** @description What changed. */
            resource_id: string;
            /** @description The number of the item's `ETag`. */
            revision: number | null;
            /** @description Of its newest transaction. */
            sequence: number | null;
            /** @description It, after and before. */
            data: components["schemas"]["ChangedItem"];
            /** @description Who did it. */
            actor: components["schemas"]["EventActor"];
            /** @description By which request. */
            request_id: string;
        };
        /** @description An item came back from trash, or the restore of a snapshot changed it. */
        ItemRestored: {
            /** @description The same wherever it is sent. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "item.restored";
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /** @description What changed. */
            resource_id: string;
            /** @description The number of the item's `ETag`. */
            revision: number | null;
            /** @description Of its newest transaction. */
            sequence: number | null;
            /** @description It, after and before. */
            data: components["schemas"]["ChangedItem"];
            /** @description Who did it. */
            actor: components["schemas"]["EventActor"];
            /** @description By which request. */
            request_id: string;
        };
        /** @description A new item; with `id`, a change of one, or its deletion; with `upsert`, whichever its SKU asks for. */
        ItemRow: components["schemas"]["CreateItem"] | components["schemas"]["UpdateItemRow"] | components["schemas"]["UpsertItemRow"] | components["schemas"]["DeleteItemRow"];
        /** @description The stock of an item was moved, and other fields may have changed with it. */
        ItemStockChanged: {
            /** @description The same wherever it is sent. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "item.stock_changed";
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /** @description What changed. */
            resource_id: string;
            /** @description The number of the item's `ETag`. */
            revision: number | null;
            /** @description Of its newest transaction. */
            sequence: number | null;
            /** @description It, after and before. */
            data: components["schemas"]["ChangedItem"];
            /** @description Who did it. */
            actor: components["schemas"]["EventActor"];
            /** @description By which request. */
            request_id: string;
        };
        /** @description Fields of an item changed, not its quantity. */
        ItemUpdated: {
            /** @description The same wherever it is sent. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "item.updated";
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /** @description What changed. */
            resource_id: string;
            /** @description The number of the item's `ETag`. */
            revision: number | null;
            /** @description Of its newest transaction. */
            sequence: number | null;
            /** @description It, after and before. */
            data: components["schemas"]["ChangedItem"];
            /** @description Who did it. */
            actor: components["schemas"]["EventActor"];
            /** @description By which request. */
            request_id: string;
        };
        /** @description One line of a purchase order: an item, and how much of it. */
        LineItem: {
            /** @description The id of the line item: `pol_` and 26 characters. */
            id: string;
            /** @description The id of the item. */
            item_id: string;
            /** @description The SKU of the item at the time of the order. */
            sku: string;
            /** @description The name of the item at the time of the order. */
            name: string;
            /** @description How much is ordered: at least 1. */
            quantity_ordered: number;
            /** @description How much was accepted, and is in stock. */
            quantity_received: number;
            /** @description How much was rejected. It stays outstanding. */
            quantity_rejected: number;
            /** @description How much will not come, since the order was cancelled or closed. */
            quantity_cancelled: number;
            /** @description How much has yet to come. */
            quantity_outstanding: number;
            /** @description The price of one: a decimal text such as `"2.50"`, with up to 6 decimals. */
            unit_cost: string | null;
            /** @description `unit_cost` times `quantity_ordered`: a decimal text. Null without `unit_cost`. */
            line_total: string | null;
            /** @description A remark. Up to 200 characters. */
            notes: string | null;
        };
        /** @description By what the provider tells who has signed in, and which invitation is meant. */
        LinkAccount: {
            /** @description The ID token that came with the access token. Up to 8000 characters. */
            id_token: string;
            /** @description Of the invitation. */
            invitation_id: string;
        };
        /** @description By what the provider tells who has signed in. */
        ListInvitations: {
            /** @description The ID token that came with the access token. Up to 8000 characters. */
            id_token: string;
        };
        /** @description A movement of the stock of one item, which becomes a transaction. */
        Movement: {
            /**
             * @description What moves the stock. It says what `quantity` means.
             * @enum {string}
             */
            type: "receive" | "issue" | "return";
            /** @description With `receive`, `issue` and `return`, how much is moved: at least 1. With `adjust`, how much is added, or, below 0, taken: not 0. With `count`, how much was found: at least 0. */
            quantity: number;
            /**
             * @description The id of the item. Either this or `sku`; neither is needed with `order_id`.
             * @default null
             */
            item_id?: string | null;
            /**
             * @description The SKU of the item, in place of `item_id`: both together are refused.
             * @default null
             */
            sku?: string | null;
            /**
             * @description Why the stock moved.
             * @default null
             */
            reason?: ("restock" | "sale" | "damage" | "loss" | "theft" | "expired" | "correction" | "stocktake" | "sample" | "other") | null;
            /**
             * @description Your own number for it, such as that of a delivery note. Up to 255 characters.
             * @default null
             */
            reference?: string | null;
            /**
             * @description A remark. Up to 1 000 characters.
             * @default null
             */
            note?: string | null;
            /**
             * @description When it happened in the warehouse: ISO 8601 with `Z` or an offset. Your clock may be five minutes ahead; what is later is refused.
             * @default null
             */
            occurred_at?: string | null;
            /**
             * @description The quantity that you have seen. If the item has another one, the request is refused with `version_conflict`.
             * @default null
             */
            expected_quantity?: number | null;
            /**
             * @description The `sequence` of the newest transaction of the item that you have seen, or 0 if it has none. If the item has moved since, the request is refused with `version_conflict`, also where its quantity is the same again.
             * @default null
             */
            expected_sequence?: number | null;
            /**
             * @description With `receive`: the purchase order whose goods are received.
             * @default null
             */
            order_id?: string | null;
            /**
             * @description The line item of that order. Required with `order_id`.
             * @default null
             */
            line_item_id?: string | null;
        } | {
            /**
             * @description What moves the stock. It says what `quantity` means.
             * @constant
             */
            type: "adjust";
            /** @description With `receive`, `issue` and `return`, how much is moved: at least 1. With `adjust`, how much is added, or, below 0, taken: not 0. With `count`, how much was found: at least 0. */
            quantity: number;
            /**
             * @description The id of the item. Either this or `sku`; neither is needed with `order_id`.
             * @default null
             */
            item_id?: string | null;
            /**
             * @description The SKU of the item, in place of `item_id`: both together are refused.
             * @default null
             */
            sku?: string | null;
            /**
             * @description Why the stock moved.
             * @default null
             */
            reason?: ("restock" | "sale" | "damage" | "loss" | "theft" | "expired" | "correction" | "stocktake" | "sample" | "other") | null;
            /**
             * @description Your own number for it, such as that of a delivery note. Up to 255 characters.
             * @default null
             */
            reference?: string | null;
            /**
             * @description A remark. Up to 1 000 characters.
             * @default null
             */
            note?: string | null;
            /**
             * @description When it happened in the warehouse: ISO 8601 with `Z` or an offset. Your clock may be five minutes ahead; what is later is refused.
             * @default null
             */
            occurred_at?: string | null;
            /**
             * @description The quantity that you have seen. If the item has another one, the request is refused with `version_conflict`.
             * @default null
             */
            expected_quantity?: number | null;
            /**
             * @description The `sequence` of the newest transaction of the item that you have seen, or 0 if it has none. If the item has moved since, the request is refused with `version_conflict`, also where its quantity is the same again.
             * @default null
             */
            expected_sequence?: number | null;
            /**
             * @description With `receive`: the purchase order whose goods are received.
             * @default null
             */
            order_id?: string | null;
            /**
             * @description The line item of that order. Required with `order_id`.
             * @default null
             */
            line_item_id?: string | null;
        } | {
            /**
             * @description What moves the stock. It says what `quantity` means.
             * @constant
             */
            type: "count";
            /** @description With `receive`, `issue` and `return`, how much is moved: at least 1. With `adjust`, how much is added, or, below 0, taken: not 0. With `count`, how much was found: at least 0. */
            quantity: number;
            /**
             * @description The id of the item. Either this or `sku`; neither is needed with `order_id`.
             * @default null
             */
            item_id?: string | null;
            /**
             * @description The SKU of the item, in place of `item_id`: both together are refused.
             * @default null
             */
            sku?: string | null;
            /**
             * @description Why the stock moved.
             * @default null
             */
            reason?: ("restock" | "sale" | "damage" | "loss" | "theft" | "expired" | "correction" | "stocktake" | "sample" | "other") | null;
            /**
             * @description Your own number for it, such as that of a delivery note. Up to 255 characters.
             * @default null
             */
            reference?: string | null;
            /**
             * @description A remark. Up to 1 000 characters.
             * @default null
             */
            note?: string | null;
            /**
             * @description When it happened in the warehouse: ISO 8601 with `Z` or an offset. Your clock may be five minutes ahead; what is later is refused.
             * @default null
             */
            occurred_at?: string | null;
            /**
             * @description The quantity that you have seen. If the item has another one, the request is refused with `version_conflict`.
             * @default null
             */
            expected_quantity?: number | null;
            /**
             * @description The `sequence` of the newest transaction of the item that you have seen, or 0 if it has none. If the item has moved since, the request is refused with `version_conflict`, also where its quantity is the same again.
             * @default null
             */
            expected_sequence?: number | null;
            /**
             * @description With `receive`: the purchase order whose goods are received.
             * @default null
             */
            order_id?: string | null;
            /**
             * @description The line item of that order. Required with `order_id`.
             * @default null
             */
            line_item_id?: string | null;
        };
        /** @description Goods that are ordered from a supplier. */
        Order: {
            /** @description The id of the purchase order: `po_` and 26 characters. */
            id: string;
            /** @description The number of the order, such as `PO-000042`. No two orders of a company share one. */
            order_number: string;
            /**
             * @description The state. A `draft` can be changed, and is `ordered` by `place`. What is received makes it `partially_received`, then `received`. It ends early as `cancelled`, where nothing was received, or as `closed`. One of `draft`, `ordered`, `partially_received`, `received`, `cancelled`, `closed`; others may come.
             * @enum {string}
             */
            status: "draft" | "ordered" | "partially_received" | "received" | "cancelled" | "closed";
            /** @description From whom the goods are ordered. */
            supplier: {
                /** @description The name of the supplier. Up to 200 characters. */
                name: string;
                /** @description An email address of the supplier. */
                email: string | null;
                /** @description A telephone number of the supplier. Up to 50 characters. */
                phone: string | null;
                /** @description The number that the supplier has given to the order. Up to 255 characters. */
                reference: string | null;
            };
            /** @description The currency of all amounts: an ISO 4217 code such as `EUR`. */
            currency: string | null;
            /** @description The day on which the goods are expected, such as `2026-12-01`. */
            expected_at: string | null;
            /** @description Where the goods are to be delivered. Up to 200 characters. */
            location: string | null;
            /** @description A remark, also of several lines. Up to 2 000 characters. */
            notes: string | null;
            /** @description The sum of all lines that have a `unit_cost`: a decimal text in `currency`. */
            subtotal: string;
            /** @description The sum of what is ordered in all lines. */
            total_quantity_ordered: number;
            /** @description The sum of what was received in all lines. */
            total_quantity_received: number;
            /** @description The id of the user who created it, or `system`. */
            created_by: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was changed last.
             */
            updated_at: string;
            /** @description When it was ordered. Null while it is a draft. */
            ordered_at: string | null;
            /** @description When everything was received. */
            received_at: string | null;
            /** @description When it was closed. */
            closed_at: string | null;
            /** @description When it was cancelled. */
            cancelled_at: string | null;
            /** @description Why it was cancelled. Up to 500 characters. */
            cancel_reason: string | null;
            /** @description What is ordered: from 1 to 200 lines. */
            line_items: components["schemas"]["LineItem"][];
        };
        /** @description An order was cancelled. */
        OrderCancelled: {
            /** @description The same wherever it is sent. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "order.cancelled";
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /** @description What changed. */
            resource_id: string;
            /** @description The number of the item's `ETag`. */
            revision: number | null;
            /** @description Of its newest transaction. */
            sequence: number | null;
            /** @description It, after and before. */
            data: components["schemas"]["ChangedOrder"];
            /** @description Who did it. */
            actor: components["schemas"]["EventActor"];
            /** @description By which request. */
            request_id: string;
        };
        /** @description An order ended that was received in part. */
        OrderClosed: {
            /** @description The same wherever it is sent. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "order.closed";
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /** @description What changed. */
            resource_id: string;
            /** @description The number of the item's `ETag`. */
            revision: number | null;
            /** @description Of its newest transaction. */
            sequence: number | null;
            /** @description It, after and before. */
            data: components["schemas"]["ChangedOrder"];
            /** @description Who did it. */
            actor: components["schemas"]["EventActor"];
            /** @description By which request. */
            request_id: string;
        };
        /** @description A purchase order was created. */
        OrderCreated: {
            /** @description The same wherever it is sent. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "order.created";
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /** @description What changed. */
            resource_id: string;
            /** @description The number of the item's `ETag`. */
            revision: number | null;
            /** @description Of its newest transaction. */
            sequence: number | null;
            /** @description It, after and before. */
            data: components["schemas"]["ChangedOrder"];
            /** @description Who did it. */
            actor: components["schemas"]["EventActor"];
            /** @description By which request. */
            request_id: string;
        };
        /** @description A draft was deleted. */
        OrderDeleted: {
            /** @description The same wherever it is sent. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "order.deleted";
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /** @description What changed. */
            resource_id: string;
            /** @description The number of the item's `ETag`. */
            revision: number | null;
            /** @description Of its newest transaction. */
            sequence: number | null;
            /** @description It, after and before. */
            data: components["schemas"]["ChangedOrder"];
            /** @description Who did it. */
            actor: components["schemas"]["EventActor"];
            /** @description By which request. */
            request_id: string;
        };
        /** @description A page of purchase orders, without their line items. */
        OrderList: {
            /** @description The rows of the page. */
            data: components["schemas"]["OrderSummary"][];
            /** @description Where the page is in the list. */
            pagination: components["schemas"]["Pagination"];
        };
        /** @description A draft was ordered. */
        OrderPlaced: {
            /** @description The same wherever it is sent. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "order.placed";
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /** @description What changed. */
            resource_id: string;
            /** @description The number of the item's `ETag`. */
            revision: number | null;
            /** @description Of its newest transaction. */
            sequence: number | null;
            /** @description It, after and before. */
            data: components["schemas"]["ChangedOrder"];
            /** @description Who did it. */
            actor: components["schemas"]["EventActor"];
            /** @description By which request. */
            request_id: string;
        };
        /** @description A delivery was booked. */
        OrderReceived: {
            /** @description The same wherever it is sent. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "order.received";
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /** @description What changed. */
            resource_id: string;
            /** @description The number of the item's `ETag`. */
            revision: number | null;
            /** @description Of its newest transaction. */
            sequence: number | null;
            /** @description It, after and before. */
            data: components["schemas"]["ChangedOrder"];
            /** @description Who did it. */
            actor: components["schemas"]["EventActor"];
            /** @description By which request. */
            request_id: string;
        };
        /** @description A purchase order in a list: without its line items. */
        OrderSummary: {
            /** @description The id of the purchase order: `po_` and 26 characters. */
            id: string;
            /** @description The number of the order, such as `PO-000042`. No two orders of a company share one. */
            order_number: string;
            /**
             * @description The state. A `draft` can be changed, and is `ordered` by `place`. What is received makes it `partially_received`, then `received`. It ends early as `cancelled`, where nothing was received, or as `closed`. One of `draft`, `ordered`, `partially_received`, `received`, `cancelled`, `closed`; others may come.
             * @enum {string}
             */
            status: "draft" | "ordered" | "partially_received" | "received" | "cancelled" | "closed";
            /** @description From whom the goods are ordered. */
            supplier: {
                /** @description The name of the supplier. Up to 200 characters. */
                name: string;
                /** @description An email address of the supplier. */
                email: string | null;
                /** @description A telephone number of the supplier. Up to 50 characters. */
                phone: string | null;
                /** @description The number that the supplier has given to the order. Up to 255 characters. */
                reference: string | null;
            };
            /** @description The currency of all amounts: an ISO 4217 code such as `EUR`. */
            currency: string | null;
            /** @description The day on which the goods are expected, such as `2026-12-01`. */
            expected_at: string | null;
            /** @description Where the goods are to be delivered. Up to 200 characters. */
            location: string | null;
            /** @description A remark, also of several lines. Up to 2 000 characters. */
            notes: string | null;
            /** @description The sum of all lines that have a `unit_cost`: a decimal text in `currency`. */
            subtotal: string;
            /** @description The sum of what is ordered in all lines. */
            total_quantity_ordered: number;
            /** @description The sum of what was received in all lines. */
            total_quantity_received: number;
            /** @description The id of the user who created it, or `system`. */
            created_by: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was changed last.
             */
            updated_at: string;
            /** @description When it was ordered. Null while it is a draft. */
            ordered_at: string | null;
            /** @description When everything was received. */
            received_at: string | null;
            /** @description When it was closed. */
            closed_at: string | null;
            /** @description When it was cancelled. */
            cancelled_at: string | null;
            /** @description Why it was cancelled. Up to 500 characters. */
            cancel_reason: string | null;
            /** @description How many line items the order has. `GET /orders/{id}` has the lines. */
            line_count: number;
        };
        /** @description Fields of an order changed, or a delivery was taken back. */
        OrderUpdated: {
            /** @description The same wherever it is sent. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "order.updated";
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /** @description What changed. */
            resource_id: string;
            /** @description The number of the item's `ETag`. */
            revision: number | null;
            /** @description Of its newest transaction. */
            sequence: number | null;
            /** @description It, after and before. */
            data: components["schemas"]["ChangedOrder"];
            /** @description Who did it. */
            actor: components["schemas"]["EventActor"];
            /** @description By which request. */
            request_id: string;
        };
        /** @description Where the page is in the list. */
        Pagination: {
            /** @description How many rows the whole list has. It is exact. */
            total: number;
            /** @description How many rows a page has at most. */
            limit: number;
            /** @description How many rows are before this page. */
            offset: number;
            /** @description `true` if rows follow this page. */
            has_more: boolean;
        };
        /** @description A page of people. */
        PeopleList: {
            /** @description The rows of the page. */
            data: components["schemas"]["Person"][];
            /** @description Where the page is in the list. */
            pagination: components["schemas"]["Pagination"];
        };
        /** @description Somebody who signs in, or is invited to. */
        Person: {
            /** @description The id of the person: `usr_` and 26 characters. */
            id: string;
            /** @description The address by which the person signs in, in small letters. Up to 254 characters. */
            email: string;
            /** @description The name, as the audit log shows it. Up to 100 characters. */
            name: string;
            /**
             * @description `owner`: all that there is. `member`: reads and writes. `viewer`: reads. One of `owner`, `member`, `viewer`; others may come.
             * @enum {string}
             */
            role: "owner" | "member" | "viewer";
            /**
             * @description `invited` until it is accepted: then `active`. One of `invited`, `active`; others may come.
             * @enum {string}
             */
            status: "invited" | "active";
            /**
             * @description `low_stock`: a mail tells what became low on stock, at most one in five minutes. `none`: no mail. The person itself chooses, where the service sends mails: `sends_mail` of the account says so. One of `none`, `low_stock`; others may come.
             * @enum {string}
             */
            alerts: "none" | "low_stock";
            /** @description Until when the invitation can be accepted. Null for one who has accepted. */
            invited_until: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description When the person last called the API. Null before. */
            last_used_at: string | null;
        };
        /** @description The body of every answer that is not a success. */
        Problem: {
            /** @description What went wrong. */
            error: {
                /**
                 * @description For programs: it never changes. One of those in `x-known-values`; others may come.
                 * @enum {string}
                 */
                code: "invalid_request" | "invalid_json" | "invalid_content_type" | "sku_already_exists" | "insufficient_stock" | "version_conflict" | "invalid_state" | "over_receipt" | "item_in_trash" | "not_in_trash" | "idempotency_key_reused" | "limit_exceeded" | "cursor_expired" | "unauthorized" | "forbidden" | "sign_in_required" | "second_factor_required" | "plan_limit_reached" | "item_not_found" | "order_not_found" | "receipt_not_found" | "transaction_not_found" | "snapshot_not_found" | "restore_not_found" | "webhook_not_found" | "delivery_not_found" | "person_not_found" | "key_not_found" | "not_found" | "rate_limited" | "resource_busy" | "internal_error";
                /** @description For people: one sentence. It may change. */
                message: string;
                /** @description The field, parameter or header that is at fault, such as `line_items[2].quantity_ordered`. */
                field?: string;
            };
        };
        /** @description What was received with one delivery. */
        Receipt: {
            /** @description The id of the receipt: `rcp_` and 26 characters. */
            id: string;
            /** @description The id of the purchase order. */
            order_id: string;
            /** @description Your own number for the delivery, such as that of the delivery note. Up to 255 characters. */
            reference: string | null;
            /** @description A remark. Up to 1 000 characters. */
            note: string | null;
            /** @description What was delivered, by line item. */
            lines: {
                /** @description The id of the line item. */
                line_item_id: string;
                /** @description The id of the item. */
                item_id: string;
                /** @description The SKU of the item. */
                sku: string;
                /** @description How much was accepted: it is in stock. */
                quantity_accepted: number;
                /** @description How much was rejected: it stays outstanding. */
                quantity_rejected: number;
                /** @description Why it was rejected. Up to 100 characters. */
                rejection_reason: string | null;
            }[];
            /** @description The id of the user who received it. */
            received_by: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description When the delivery was taken back, or null. */
            reversed_at: string | null;
            /** @description The id of the user who took it back, or null. */
            reversed_by: string | null;
        };
        /** @description A page of receipts. */
        ReceiptList: {
            /** @description The rows of the page. */
            data: components["schemas"]["Receipt"][];
            /** @description Where the page is in the list. */
            pagination: components["schemas"]["Pagination"];
        };
        /** @description A delivery. Without `lines`, everything outstanding was accepted. */
        ReceiveOrder: {
            /** @description What was delivered: from 1 to 45 lines. Lines of the same line item are added up. Null: everything outstanding. */
            lines?: {
                /** @description The id of the line item. */
                line_item_id: string;
                /**
                 * @description How much was accepted: it is in stock.
                 * @default 0
                 */
                quantity_accepted?: number;
                /**
                 * @description How much was rejected: it stays outstanding.
                 * @default 0
                 */
                quantity_rejected?: number;
                /**
                 * @description Why it was rejected. Up to 100 characters.
                 * @default null
                 */
                rejection_reason?: string | null;
            }[] | null;
            /**
             * @description Your own number for the delivery, such as that of the delivery note. Up to 255 characters.
             * @default null
             */
            reference?: string | null;
            /**
             * @description A remark. Up to 1 000 characters.
             * @default null
             */
            note?: string | null;
            /**
             * @description With `true`, more may be accepted than is outstanding.
             * @default false
             */
            allow_over_receipt?: boolean;
        };
        /** @description The order after the delivery, its receipt, and the transactions that put the goods in stock. */
        ReceivedOrder: {
            /** @description The order as it is now. */
            order: components["schemas"]["Order"];
            /** @description The receipt of this delivery. */
            receipt: components["schemas"]["Receipt"];
            /** @description One for each line item of which something was accepted; of a delivery that is taken back, one for each of its transactions. */
            transactions: components["schemas"]["Transaction"][];
        };
        /** @description A restore of a snapshot: how far it has come, and what it has done. */
        Restore: {
            /** @description The id of the restore: `rst_` and 26 characters. */
            id: string;
            /** @description The id of the snapshot. */
            snapshot_id: string;
            /**
             * @description `running` until it is `completed`. `failed` if it was given up: what was done stays. One of `running`, `completed`, `failed`; others may come.
             * @enum {string}
             */
            status: "running" | "completed" | "failed";
            /** @description How far it has come. */
            progress: {
                /** @description How many items are done. */
                done: number;
                /** @description How many items have to change. */
                total: number;
            };
            /** @description Items that came back. */
            created: number;
            /** @description Items that got the fields of the snapshot. */
            updated: number;
            /** @description Items that went to trash. */
            trashed: number;
            /** @description Items that were as in the snapshot. */
            unchanged: number;
            /** @description Items that could not be restored in full: the first 500. */
            conflicts: {
                /** @description The id of the item. */
                item_id: string;
                /** @description The SKU of the item. */
                sku: string;
                /**
                 * @description Why, as an error code. One of those in `x-known-values`; others may come.
                 * @enum {string}
                 */
                code: "invalid_request" | "invalid_json" | "invalid_content_type" | "sku_already_exists" | "insufficient_stock" | "version_conflict" | "invalid_state" | "over_receipt" | "item_in_trash" | "not_in_trash" | "idempotency_key_reused" | "limit_exceeded" | "cursor_expired" | "unauthorized" | "forbidden" | "sign_in_required" | "second_factor_required" | "plan_limit_reached" | "item_not_found" | "order_not_found" | "receipt_not_found" | "transaction_not_found" | "snapshot_not_found" | "restore_not_found" | "webhook_not_found" | "delivery_not_found" | "person_not_found" | "key_not_found" | "not_found" | "rate_limited" | "resource_busy";
            }[];
            /** @description The snapshot that was taken before. To undo the restore, restore that one. */
            pre_restore_snapshot_id: string;
        };
        /** @description What the restore would do. Nothing is changed. */
        RestoreCounts: {
            /** @description Items that are only in the snapshot: they come back. */
            created: number;
            /** @description Items whose fields differ: they get those of the snapshot. */
            updated: number;
            /** @description Items that are not in the snapshot: they go to trash. In the mode `merge`, they stay. */
            trashed: number;
            /** @description Items that stay as they are. */
            unchanged: number;
        };
        /** @description How the item comes back. */
        RestoreItem: {
            /** @description Another SKU, where the old one has been given to another item. */
            sku?: string;
        };
        /** @description A page of restores. */
        RestoreList: {
            /** @description The rows of the page. */
            data: components["schemas"]["Restore"][];
            /** @description Where the page is in the list. */
            pagination: components["schemas"]["Pagination"];
        };
        /** @description The restore; with `dry_run`, its counts alone. */
        RestoreResult: components["schemas"]["Restore"] | components["schemas"]["RestoreCounts"];
        /** @description How the snapshot is restored. */
        RestoreSnapshot: {
            /**
             * @description `replace`: the inventory becomes what the snapshot holds. `merge`: items that are not in the snapshot stay.
             * @default replace
             * @enum {string}
             */
            mode?: "replace" | "merge";
            /**
             * @description With `true`, the answer is what would happen, with status 200. Nothing is written.
             * @default false
             */
            dry_run?: boolean;
            /** @description From 1 to 1 000 ids: only these items are restored. Null: all are. */
            item_ids?: string[] | null;
        };
        /** @description Why the transaction is taken back. */
        ReverseTransaction: {
            /**
             * @description Why the stock moved.
             * @default null
             */
            reason?: ("restock" | "sale" | "damage" | "loss" | "theft" | "expired" | "correction" | "stocktake" | "sample" | "other") | null;
            /**
             * @description Your own number for it, such as that of a delivery note. Up to 255 characters.
             * @default null
             */
            reference?: string | null;
            /**
             * @description A remark. Up to 1 000 characters.
             * @default null
             */
            note?: string | null;
        };
        /** @description All items as they were at one moment. */
        Snapshot: {
            /** @description The id of the snapshot: `snp_` and 26 characters. */
            id: string;
            /** @description What people call the snapshot. Up to 200 characters. */
            name: string | null;
            /**
             * @description `manual` for one that was asked for, `automatic` for that of the day, `pre_restore` for that before a restore. One of `manual`, `automatic`, `pre_restore`; others may come.
             * @enum {string}
             */
            type: "manual" | "automatic" | "pre_restore";
            /**
             * @description `creating` until it is `ready` to be read. `failed` if it could not be taken. One of `creating`, `ready`, `failed`; others may come.
             * @enum {string}
             */
            status: "creating" | "ready" | "failed";
            /** @description How many items it has. Null until it is ready. */
            item_count: number | null;
            /** @description The sum of their quantities. Null until it is ready. */
            total_quantity: number | null;
            /** @description How many bytes it takes. Null until it is ready. */
            size_bytes: number | null;
            /** @description The SHA-256 of its bytes, in hexadecimal digits. Null until it is ready. */
            checksum: string | null;
            /** @description The id of the user who created it, or `system`. */
            created_by: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it is deleted. The plan says how long snapshots are kept.
             */
            expires_at: string;
            /** @description When it was restored last. */
            last_restored_at: string | null;
        };
        /** @description A snapshot was taken. */
        SnapshotCreated: {
            /** @description The same wherever it is sent. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "snapshot.created";
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /** @description What changed. */
            resource_id: string;
            /** @description The number of the item's `ETag`. */
            revision: number | null;
            /** @description Of its newest transaction. */
            sequence: number | null;
            /** @description It, after and before. */
            data: components["schemas"]["ChangedSnapshot"];
            /** @description Who did it. */
            actor: components["schemas"]["EventActor"];
            /** @description By which request. */
            request_id: string;
        };
        /** @description A snapshot was deleted. */
        SnapshotDeleted: {
            /** @description The same wherever it is sent. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "snapshot.deleted";
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /** @description What changed. */
            resource_id: string;
            /** @description The number of the item's `ETag`. */
            revision: number | null;
            /** @description Of its newest transaction. */
            sequence: number | null;
            /** @description It, after and before. */
            data: components["schemas"]["ChangedSnapshot"];
            /** @description Who did it. */
            actor: components["schemas"]["EventActor"];
            /** @description By which request. */
            request_id: string;
        };
        /** @description What a restore of the snapshot in the mode `replace` would do now. */
        SnapshotDiff: {
            /** @description How many items would change. */
            summary: {
                /** @description Items that are only in the snapshot: they come back. */
                created: number;
                /** @description Items whose fields differ: they get those of the snapshot. */
                updated: number;
                /** @description Items that are not in the snapshot: they go to trash. In the mode `merge`, they stay. */
                trashed: number;
                /** @description Items that stay as they are. */
                unchanged: number;
            };
            /** @description The rows of the page. */
            data: {
                /** @description The id of the item. */
                item_id: string;
                /** @description The SKU of the item. */
                sku: string;
                /**
                 * @description What a restore would do with the item. One of `created`, `updated`, `trashed`; others may come.
                 * @enum {string}
                 */
                change: "created" | "updated" | "trashed";
                /** @description The fields that would change. */
                fields: {
                    /** @description The name of the field. */
                    field: string;
                    /** @description The value now. */
                    from: string | number | null;
                    /** @description The value in the snapshot. */
                    to: string | number | null;
                }[];
            }[];
            /** @description Where the page is in the list. */
            pagination: components["schemas"]["Pagination"];
        };
        /** @description A page of snapshots. */
        SnapshotList: {
            /** @description The rows of the page. */
            data: components["schemas"]["Snapshot"][];
            /** @description Where the page is in the list. */
            pagination: components["schemas"]["Pagination"];
        };
        /** @description The restore of a snapshot began. */
        SnapshotRestored: {
            /** @description The same wherever it is sent. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "snapshot.restored";
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
            /** @description What changed. */
            resource_id: string;
            /** @description The number of the item's `ETag`. */
            revision: number | null;
            /** @description Of its newest transaction. */
            sequence: number | null;
            /** @description It, after and before. */
            data: components["schemas"]["ChangedSnapshot"];
            /** @description Who did it. */
            actor: components["schemas"]["EventActor"];
            /** @description By which request. */
            request_id: string;
        };
        /** @description Which items to look at, if not all that are low. */
        SuggestOrders: {
            /** @description Only these items, from 1 to 100, and of them those that are low. */
            item_ids?: string[] | null;
        };
        /** @description A line of a suggested order, with the reasons for its quantity. */
        SuggestedLineItem: {
            /** @description The id of the item. */
            item_id: string;
            /** @description The SKU of the item. */
            sku: string;
            /** @description The name of the item. */
            name: string;
            /** @description How much there is in stock. */
            quantity: number;
            /** @description Below this quantity the item is low. */
            reorder_point: number;
            /** @description How much is outstanding in drafts and open orders. */
            quantity_on_order: number;
            /** @description How much to order: with the stock and what is on order, twice the reorder point. */
            quantity_ordered: number;
            /** @description The price of one in the last order of the item: a decimal text, or null. */
            unit_cost: string | null;
        };
        /** @description An order that is suggested, and not stored. */
        SuggestedOrder: {
            /** @description The supplier as the newest of these last orders has it. Null where no order has had the items: name one. */
            supplier: {
                /** @description The name of the supplier. */
                name: string;
                /** @description An email address of the supplier. */
                email: string | null;
                /** @description A telephone number of the supplier. */
                phone: string | null;
            } | null;
            /** @description The currency of the last orders, as an ISO 4217 code, or null where they have none. */
            currency: string | null;
            /** @description What to order: from 1 to 200 lines, by SKU. */
            line_items: components["schemas"]["SuggestedLineItem"][];
        };
        /** @description Suggested orders, by the name of the supplier. The last ones have no supplier. */
        SuggestedOrders: {
            /** @description The orders, each for one supplier and one currency. */
            data: components["schemas"]["SuggestedOrder"][];
            /** @description How many low items were not looked at. Order what is suggested, and ask again. */
            left_out: number;
        };
        /** @description One line of the stock ledger. It never changes, but that `reversed_by` is set once. */
        Transaction: {
            /** @description The id of the transaction: `txn_` and 28 characters. Null in the answer to a `dry_run`. */
            id: string | null;
            /**
             * @description What moved the stock. `initial`, `direct_update`, `reversal` and `snapshot_restore` are made by the service. One of `receive`, `issue`, `return`, `adjust`, `count`, `initial`, `direct_update`, `reversal`, `snapshot_restore`; others may come.
             * @enum {string}
             */
            type: "receive" | "issue" | "return" | "adjust" | "count" | "initial" | "direct_update" | "reversal" | "snapshot_restore";
            /** @description The id of the item. */
            item_id: string;
            /** @description The SKU of the item at that time. */
            sku: string;
            /** @description The name of the item at that time. */
            name: string;
            /** @description The number of the transaction in the life of its item: 1, 2, 3, …, without gaps. */
            sequence: number;
            /** @description How much was added to the stock, or, below 0, taken from it. */
            quantity_change: number;
            /** @description The quantity of the item before. */
            quantity_before: number;
            /** @description The quantity of the item after: `quantity_before` plus `quantity_change`. */
            quantity_after: number;
            /** @description Why the stock moved. */
            reason: string | null;
            /** @description Your own number for it, such as that of a delivery note. Up to 255 characters. */
            reference: string | null;
            /** @description A remark. Up to 1 000 characters. */
            note: string | null;
            /** @description The purchase order whose goods were received. */
            order_id: string | null;
            /** @description The line item of that order. */
            line_item_id: string | null;
            /** @description The receipt of that order. */
            receipt_id: string | null;
            /** @description The transaction that this one takes back. */
            reversal_of: string | null;
            /** @description The transaction that takes this one back. Null if there is none. */
            reversed_by: string | null;
            /** @description The id of the user whose key was used, or `system`. */
            user_id: string;
            /** @description The id of the API key that was used. Null if the service made the transaction on its own. */
            api_key_id: string | null;
            /** @description The `X-Request-Id` of the request that made the change, or the id of a run of the service itself. */
            request_id: string;
            /** @description When it happened in the warehouse, as the client says. The ledger is in the order of `created_at`. */
            occurred_at: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
        };
        /** @description A page of the stock ledger. */
        TransactionList: {
            /** @description The rows of the page. */
            data: components["schemas"]["Transaction"][];
            /** @description Where the page is in the list. */
            pagination: components["schemas"]["Pagination"];
        };
        /** @description A page of items in trash. */
        TrashList: {
            /** @description The rows of the page. */
            data: components["schemas"]["TrashedItem"][];
            /** @description Where the page is in the list. */
            pagination: components["schemas"]["Pagination"];
        };
        /** @description An item that was deleted. It can be brought back until `purge_at`. */
        TrashedItem: {
            /** @description The id of the item: `itm_` and 26 characters. It never changes. */
            id: string;
            /** @description What people call the item. Up to 200 characters. */
            name: string;
            /** @description The stock keeping unit, unique among live items, case-sensitive. */
            sku: string;
            /** @description How much is in stock: a whole number from 0 to 2 147 483 647. */
            quantity: number;
            /** @description Where it is kept. Up to 200 characters. */
            location: string | null;
            /** @description The barcode, as a scanner reads it. */
            barcode: string | null;
            /** @description With fewer units, the item is low in stock. Null: it never is. */
            reorder_point: number | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was changed last.
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When the item was deleted.
             */
            deleted_at: string;
            /** @description The id of the user who deleted it. */
            deleted_by: string;
            /**
             * Format: date-time
             * @description When it is gone for good: 30 days after it was deleted.
             */
            purge_at: string;
        };
        /** @description The name. A key can be sent back as it was fetched. */
        UpdateApiKey: {
            /** @description What the key is for, as the audit log shows it. Up to 100 characters. */
            name?: string | null;
            /** @description Read-only: as stored. */
            id?: unknown;
            /** @description Read-only: as stored. */
            prefix?: unknown;
            /** @description Read-only: as stored. */
            last4?: unknown;
            /** @description Read-only: as stored. */
            scopes?: unknown;
            /** @description Read-only: as stored. */
            user_id?: unknown;
            /** @description Read-only: as stored. */
            user_name?: unknown;
            /** @description Read-only: as stored. */
            created_at?: unknown;
            /** @description Read-only: as stored. */
            last_used_at?: unknown;
            /** @description Read-only: as stored. */
            expires_at?: unknown;
            /** @description Read-only: as stored. */
            revoked_at?: unknown;
        };
        /** @description The fields that change. The company can be sent back as it was fetched. */
        UpdateCompany: {
            /** @description The name of the company. Up to 100 characters. */
            name?: string;
            /** @description Where its days are cut: those of `GET /stock/daily`, and what is overdue. An IANA name. `UTC` at first. */
            time_zone?: string;
            /** @description The id of the company. */
            id?: unknown;
            /** @description The plan, which decides the limits. */
            plan?: unknown;
            /** @description When the company was created. */
            created_at?: unknown;
        };
        /** @description The fields that change; what is left out stays. `null` unsets a field. An item can be sent back as it was fetched: its read-only fields must be as they are stored. */
        UpdateItem: {
            /** @description What people call the item. Up to 200 characters. */
            name?: string;
            /** @description The stock keeping unit, unique among live items, case-sensitive. */
            sku?: string;
            /** @description The new quantity. Better use `POST /transactions`: that says why, and cannot overwrite what others have moved. */
            quantity?: number;
            /** @description Where it is kept. Up to 200 characters. */
            location?: string | null;
            /** @description The barcode, as a scanner reads it. */
            barcode?: string | null;
            /** @description With fewer units, the item is low in stock. Null: it never is. */
            reorder_point?: number | null;
            /** @description Read-only: as stored. */
            id?: unknown;
            /** @description Read-only: as stored. */
            created_at?: unknown;
            /** @description Read-only: as stored. */
            updated_at?: unknown;
        };
        /** @description A change of an item that exists. The fields are those of `UpdateItem`. */
        UpdateItemRow: {
            /** @description What people call the item. Up to 200 characters. */
            name?: string;
            /** @description The stock keeping unit, unique among live items, case-sensitive. */
            sku?: string;
            /** @description The new quantity. Better use `POST /transactions`: that says why, and cannot overwrite what others have moved. */
            quantity?: number;
            /** @description Where it is kept. Up to 200 characters. */
            location?: string | null;
            /** @description The barcode, as a scanner reads it. */
            barcode?: string | null;
            /** @description With fewer units, the item is low in stock. Null: it never is. */
            reorder_point?: number | null;
            /** @description The id of the item. */
            id: string;
            /** @description Read-only: as stored. */
            created_at?: unknown;
            /** @description Read-only: as stored. */
            updated_at?: unknown;
            /** @description The revision that you have seen: the number in the `ETag`. A later one is refused with `version_conflict`. */
            revision?: number;
        };
        /** @description The fields that change; what is left out stays. `null` unsets a field, and a list is replaced. An order can be sent back as it was fetched. */
        UpdateOrder: {
            /** @description From whom the goods are ordered. */
            supplier?: {
                /** @description The name of the supplier. Up to 200 characters. */
                name?: string;
                /** @description An email address of the supplier. */
                email?: string | null;
                /** @description A telephone number of the supplier. Up to 50 characters. */
                phone?: string | null;
                /** @description The number that the supplier has given to the order. Up to 255 characters. */
                reference?: string | null;
            };
            /** @description The currency of all amounts: an ISO 4217 code such as `EUR`. */
            currency?: string | null;
            /** @description The day on which the goods are expected, such as `2026-12-01`. */
            expected_at?: string | null;
            /** @description Where the goods are to be delivered. Up to 200 characters. */
            location?: string | null;
            /** @description A remark, also of several lines. Up to 2 000 characters. */
            notes?: string | null;
            /** @description All lines of the draft: they replace those that it has. Lines with their `id` are kept. */
            line_items?: (components["schemas"]["CreateLineItem"] | components["schemas"]["FetchedLineItem"])[] | null;
            /** @description Read-only: as stored. */
            id?: unknown;
            /** @description Read-only: as stored. */
            order_number?: unknown;
            /** @description Read-only: as stored. */
            status?: unknown;
            /** @description Read-only: as stored. */
            subtotal?: unknown;
            /** @description Read-only: as stored. */
            total_quantity_ordered?: unknown;
            /** @description Read-only: as stored. */
            total_quantity_received?: unknown;
            /** @description Read-only: as stored. */
            created_by?: unknown;
            /** @description Read-only: as stored. */
            created_at?: unknown;
            /** @description Read-only: as stored. */
            updated_at?: unknown;
            /** @description Read-only: as stored. */
            ordered_at?: unknown;
            /** @description Read-only: as stored. */
            received_at?: unknown;
            /** @description Read-only: as stored. */
            closed_at?: unknown;
            /** @description Read-only: as stored. */
            cancelled_at?: unknown;
            /** @description Read-only: as stored. */
            cancel_reason?: unknown;
        };
        /** @description The fields that change; what is left out stays. A person can be sent back as it was fetched. */
        UpdatePerson: {
            /** @description The name, as the audit log shows it. Up to 100 characters. */
            name?: string;
            /**
             * @description `owner`: all that there is. `member`: reads and writes. `viewer`: reads.
             * @enum {string}
             */
            role?: "owner" | "member" | "viewer";
            /**
             * @description `low_stock`: a mail tells what became low on stock, at most one in five minutes. `none`: no mail. The person itself chooses, where the service sends mails: `sends_mail` of the account says so.
             * @enum {string}
             */
            alerts?: "none" | "low_stock";
            /** @description Read-only: as stored. */
            id?: unknown;
            /** @description Read-only: as stored. */
            email?: unknown;
            /** @description Read-only: as stored. */
            status?: unknown;
            /** @description Read-only: as stored. */
            invited_until?: unknown;
            /** @description Read-only: as stored. */
            created_at?: unknown;
            /** @description Read-only: as stored. */
            last_used_at?: unknown;
        };
        /** @description The fields that change; what is left out stays. `null` unsets a field, and a list is replaced. A webhook can be sent back as it was fetched. */
        UpdateWebhook: {
            /** @description Where events are sent: a public `https` address, with the port 443 or one above 1023, without user name, password or fragment. Up to 2 000 characters. */
            url?: string;
            /** @description The types of events that are sent. `item.*` has all types of items, `*` all types. */
            events?: ("item.created" | "item.updated" | "item.stock_changed" | "item.deleted" | "item.restored" | "item.low_stock" | "item.restocked" | "order.created" | "order.updated" | "order.placed" | "order.received" | "order.cancelled" | "order.closed" | "order.deleted" | "snapshot.created" | "snapshot.deleted" | "snapshot.restored" | "item.*" | "order.*" | "snapshot.*" | "*")[] | null;
            /** @description A remark. Up to 200 characters. */
            description?: string | null;
            /**
             * @description `active`, or `disabled`: nothing is sent.
             * @enum {string}
             */
            status?: "active" | "disabled";
            /** @description Read-only: as stored. */
            id?: unknown;
            /** @description Read-only: as stored. */
            disabled_reason?: unknown;
            /** @description Read-only: as stored. */
            created_at?: unknown;
            /** @description Read-only: as stored. */
            updated_at?: unknown;
            /** @description Read-only: as stored. */
            created_by?: unknown;
            /** @description Read-only: as stored. */
            updated_by?: unknown;
        };
        /** @description Changes the live item that has the SKU: what is left out stays. Where there is none, it is a new item, and needs a name. */
        UpsertItemRow: {
            /** @description What people call the item. Up to 200 characters. */
            name?: string;
            /** @description The stock keeping unit, unique among live items, case-sensitive. */
            sku: string;
            /** @description The new quantity. Better use `POST /transactions`: that says why, and cannot overwrite what others have moved. */
            quantity?: number;
            /** @description Where it is kept. Up to 200 characters. */
            location?: string | null;
            /** @description The barcode, as a scanner reads it. */
            barcode?: string | null;
            /** @description With fewer units, the item is low in stock. Null: it never is. */
            reorder_point?: number | null;
            /**
             * @description Says that the SKU may be of an item that exists, or of none.
             * @constant
             */
            upsert: true;
        };
        /** @description Requests of each key and person, by day. A day without any is left out. */
        Usage: {
            /** @description By date, oldest first. */
            data: components["schemas"]["DailyUsage"][];
        };
        /** @description A value, and how many have it. */
        ValueCount: {
            /** @description The value: a location or a supplier. */
            name: string;
            /** @description How many items, or orders, have it. */
            count: number;
        };
        /** @description The values that there are. */
        ValueCounts: {
            /** @description The most frequent first, at most 500. */
            data: components["schemas"]["ValueCount"][];
        };
        /** @description The quantity of an item beside the sum of its ledger. */
        Verification: {
            /** @description The id of the item. */
            item_id: string;
            /** @description How much is in stock: a whole number from 0 to 2 147 483 647. */
            quantity: number;
            /** @description The sum of all transactions of the item. */
            ledger_total: number;
            /** @description How many transactions the item has. */
            transactions: number;
            /** @description `true` if both are the same, as they must be. */
            consistent: boolean;
        };
        /** @description Where events are sent, and which. */
        Webhook: {
            /** @description The id of the webhook: `whk_` and 26 characters. */
            id: string;
            /** @description Where events are sent: a public `https` address, with the port 443 or one above 1023, without user name, password or fragment. Up to 2 000 characters. */
            url: string;
            /** @description The types of events that are sent. `item.*` has all types of items, `*` all types. */
            events: ("item.created" | "item.updated" | "item.stock_changed" | "item.deleted" | "item.restored" | "item.low_stock" | "item.restocked" | "order.created" | "order.updated" | "order.placed" | "order.received" | "order.cancelled" | "order.closed" | "order.deleted" | "snapshot.created" | "snapshot.deleted" | "snapshot.restored" | "item.*" | "order.*" | "snapshot.*" | "*")[];
            /** @description A remark. Up to 200 characters. */
            description: string | null;
            /**
             * @description `active`, or `disabled`: nothing is sent. One of `active`, `disabled`; others may come.
             * @enum {string}
             */
            status: "active" | "disabled";
            /** @description Why the service has disabled it. `gone`: the receiver has answered 410. `failing`: nothing but failures came back for five days. Null where it is active, or where a client has disabled it. */
            disabled_reason: ("gone" | "failing") | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was changed last.
             */
            updated_at: string;
            /** @description The id of the user who created it, or `system`. */
            created_by: string;
            /** @description The id of the user who changed it last, or `system`. */
            updated_by: string;
        };
        /** @description A page of webhooks. */
        WebhookList: {
            /** @description The rows of the page. */
            data: components["schemas"]["Webhook"][];
            /** @description Where the page is in the list. */
            pagination: components["schemas"]["Pagination"];
        };
        /** @description A client has asked for it, to try a webhook. Its object is the webhook. */
        WebhookTest: {
            /** @description The id of the event. */
            id: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "webhook.test";
            /**
             * Format: date-time
             * @description When it was asked for.
             */
            created_at: string;
            /** @description The id of the webhook. */
            resource_id: string;
            /** @description Null. */
            revision: number | null;
            /** @description Null. */
            sequence: number | null;
            /** @description The webhook. */
            data: {
                /** @description The webhook as the API shows it. */
                object: components["schemas"]["Webhook"];
                /** @description Empty. */
                previous: Record<string, never>;
            };
            /** @description Who has asked for it. */
            actor: components["schemas"]["EventActor"];
            /** @description The request that has asked for it. */
            request_id: string;
        };
        /** @description A webhook and its new secret, which is not shown again. */
        WebhookWithSecret: {
            /** @description The id of the webhook: `whk_` and 26 characters. */
            id: string;
            /** @description Where events are sent: a public `https` address, with the port 443 or one above 1023, without user name, password or fragment. Up to 2 000 characters. */
            url: string;
            /** @description The types of events that are sent. `item.*` has all types of items, `*` all types. */
            events: ("item.created" | "item.updated" | "item.stock_changed" | "item.deleted" | "item.restored" | "item.low_stock" | "item.restocked" | "order.created" | "order.updated" | "order.placed" | "order.received" | "order.cancelled" | "order.closed" | "order.deleted" | "snapshot.created" | "snapshot.deleted" | "snapshot.restored" | "item.*" | "order.*" | "snapshot.*" | "*")[];
            /** @description A remark. Up to 200 characters. */
            description: string | null;
            /**
             * @description `active`, or `disabled`: nothing is sent. One of `active`, `disabled`; others may come.
             * @enum {string}
             */
            status: "active" | "disabled";
            /** @description Why the service has disabled it. `gone`: the receiver has answered 410. `failing`: nothing but failures came back for five days. Null where it is active, or where a client has disabled it. */
            disabled_reason: ("gone" | "failing") | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was changed last.
             */
            updated_at: string;
            /** @description The id of the user who created it, or `system`. */
            created_by: string;
            /** @description The id of the user who changed it last, or `system`. */
            updated_by: string;
            /** @description By which to verify what arrives: `whsec_` and 44 characters. Keep it as you keep a password; it is not shown again. */
            secret: string;
        };
        /** @description List items. */
        ListItemsQuery: {
            /**
             * @description How many rows a page has at most.
             * @default 50
             */
            limit?: number;
            /**
             * @description How many rows are before the page.
             * @default 0
             */
            offset?: number;
            /** @description Rows that have each of the words, at most eight, in any order. Case, accents and look-alikes (`ł`, `ß`, `×`, quotes, dashes) do not matter. */
            search?: string;
            /** @description The item with exactly this SKU. */
            sku?: string;
            /** @description Rows with exactly this location. */
            location?: string;
            /** @description Items with exactly this barcode. */
            barcode?: string;
            /** @description With `true`, items whose quantity is below their reorder point. With `false`, all. */
            low_stock?: boolean;
            /** @description With `true`, items without a unit. With `false`, all. */
            out_of_stock?: boolean;
            /** @description With `false`, items without a reorder point. With `true`, all. */
            has_reorder_point?: boolean;
            /**
             * Format: date-time
             * @description Items that were created or changed after this time.
             */
            updated_since?: string;
            /** @description Up to 100 ids, separated by commas: the items with these ids. An id without an item selects nothing. */
            ids?: string;
            /**
             * @description The field by which rows are sorted; with `-` in front, in descending order. Null comes last.
             * @default created_at
             * @enum {string}
             */
            sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name" | "sku" | "-sku" | "quantity" | "-quantity" | "location" | "-location";
        };
        /** @description List the items in trash. */
        ListTrashQuery: {
            /**
             * @description How many rows a page has at most.
             * @default 50
             */
            limit?: number;
            /**
             * @description How many rows are before the page.
             * @default 0
             */
            offset?: number;
            /** @description Rows that have each of the words, at most eight, in any order. Case, accents and look-alikes (`ł`, `ß`, `×`, quotes, dashes) do not matter. */
            search?: string;
            /** @description The item with exactly this SKU. */
            sku?: string;
            /** @description Rows with exactly this location. */
            location?: string;
            /** @description Items with exactly this barcode. */
            barcode?: string;
            /** @description With `true`, items whose quantity is below their reorder point. With `false`, all. */
            low_stock?: boolean;
            /** @description With `true`, items without a unit. With `false`, all. */
            out_of_stock?: boolean;
            /** @description With `false`, items without a reorder point. With `true`, all. */
            has_reorder_point?: boolean;
            /**
             * Format: date-time
             * @description Items that were created or changed after this time.
             */
            updated_since?: string;
            /** @description Up to 100 ids, separated by commas: the items with these ids. An id without an item selects nothing. */
            ids?: string;
            /**
             * @description The field by which rows are sorted; with `-` in front, in descending order. Null comes last.
             * @enum {string}
             */
            sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name" | "sku" | "-sku" | "quantity" | "-quantity" | "location" | "-location" | "deleted_at" | "-deleted_at";
        };
        /** @description List the stock ledger, newest first. */
        ListTransactionsQuery: {
            /**
             * @description How many rows a page has at most.
             * @default 50
             */
            limit?: number;
            /**
             * @description How many rows are before the page.
             * @default 0
             */
            offset?: number;
            /** @description What belongs to this item. */
            item_id?: string;
            /**
             * @description Rows of this type.
             * @enum {string}
             */
            type?: "receive" | "issue" | "return" | "adjust" | "count" | "initial" | "direct_update" | "reversal" | "snapshot_restore";
            /** @description What belongs to this purchase order. */
            order_id?: string;
            /** @description What this user has done. */
            user_id?: string;
            /**
             * Format: date-time
             * @description What happened after this time.
             */
            since?: string;
            /**
             * Format: date-time
             * @description What happened up to this time. It must not be in the future.
             */
            until?: string;
        };
        /** @description List how much stock moved on each day, by type. */
        ListDailyStockQuery: {
            /**
             * @description How many UTC days, with today: at most 90.
             * @default 30
             */
            days?: number;
        };
        /** @description List purchase orders, without their line items. */
        ListOrdersQuery: {
            /**
             * @description How many rows a page has at most.
             * @default 50
             */
            limit?: number;
            /**
             * @description How many rows are before the page.
             * @default 0
             */
            offset?: number;
            /**
             * @description Rows in this state.
             * @enum {string}
             */
            status?: "draft" | "ordered" | "partially_received" | "received" | "cancelled" | "closed";
            /** @description Orders from the supplier with exactly this name. */
            supplier?: string;
            /** @description What belongs to this item. */
            item_id?: string;
            /** @description Rows that have each of the words, at most eight, in any order. Case, accents and look-alikes (`ł`, `ß`, `×`, quotes, dashes) do not matter. */
            search?: string;
            /** @description With `true`, orders that are expected before today (UTC) and are not received. With `false`, all. */
            overdue?: boolean;
            /**
             * @description The field by which rows are sorted; with `-` in front, in descending order. Null comes last.
             * @default -created_at
             * @enum {string}
             */
            sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "expected_at" | "-expected_at" | "order_number" | "-order_number" | "supplier" | "-supplier" | "status" | "-status";
        };
        /** @description List the receipts of an order, newest first. */
        ListReceiptsQuery: {
            /**
             * @description How many rows a page has at most.
             * @default 50
             */
            limit?: number;
            /**
             * @description How many rows are before the page.
             * @default 0
             */
            offset?: number;
        };
        /** @description List the audit log, newest first, as far back as the plan shows it. */
        ListAuditQuery: {
            /**
             * @description How many rows a page has at most.
             * @default 50
             */
            limit?: number;
            /**
             * @description How many rows are before the page.
             * @default 0
             */
            offset?: number;
            /**
             * @description Entries of this action.
             * @enum {string}
             */
            action?: "create" | "update" | "delete" | "restore";
            /** @description What belongs to this item. */
            item_id?: string;
            /** @description What this user has done. */
            user_id?: string;
            /**
             * Format: date-time
             * @description What happened after this time.
             */
            since?: string;
            /**
             * Format: date-time
             * @description What happened up to this time. It must not be in the future.
             */
            until?: string;
            /**
             * @description Entries of this kind of object.
             * @enum {string}
             */
            resource_type?: "item" | "order" | "snapshot";
            /** @description Entries of this object. */
            resource_id?: string;
        };
        /** @description List what has happened, oldest first: a feed that skips nothing. */
        ListEventsQuery: {
            /**
             * @description How many rows a page has at most.
             * @default 50
             */
            limit?: number;
            /** @description The `cursor` of the page before. */
            after?: string;
            /**
             * Format: date-time
             * @description What happened after this time.
             */
            since?: string;
            /** @description Types of events, separated by commas; `item.*` has all types of items. One or more of those in `webhooks` of this document. */
            types?: string;
        };
        /** @description List snapshots of the inventory, newest first. */
        ListSnapshotsQuery: {
            /**
             * @description How many rows a page has at most.
             * @default 50
             */
            limit?: number;
            /**
             * @description How many rows are before the page.
             * @default 0
             */
            offset?: number;
            /**
             * @description Rows of this type.
             * @enum {string}
             */
            type?: "manual" | "automatic" | "pre_restore";
            /**
             * @description Rows in this state.
             * @enum {string}
             */
            status?: "creating" | "ready" | "failed";
        };
        /** @description List the items of a snapshot, as they were. */
        ListSnapshotItemsQuery: {
            /**
             * @description How many rows a page has at most.
             * @default 50
             */
            limit?: number;
            /**
             * @description How many rows are before the page.
             * @default 0
             */
            offset?: number;
            /** @description Rows that have each of the words, at most eight, in any order. Case, accents and look-alikes (`ł`, `ß`, `×`, quotes, dashes) do not matter. */
            search?: string;
            /** @description The item with exactly this SKU. */
            sku?: string;
            /** @description Rows with exactly this location. */
            location?: string;
            /** @description Items with exactly this barcode. */
            barcode?: string;
            /** @description With `true`, items whose quantity is below their reorder point. With `false`, all. */
            low_stock?: boolean;
            /** @description With `true`, items without a unit. With `false`, all. */
            out_of_stock?: boolean;
            /** @description With `false`, items without a reorder point. With `true`, all. */
            has_reorder_point?: boolean;
            /**
             * Format: date-time
             * @description Items that were created or changed after this time.
             */
            updated_since?: string;
            /** @description Up to 100 ids, separated by commas: the items with these ids. An id without an item selects nothing. */
            ids?: string;
            /**
             * @description The field by which rows are sorted; with `-` in front, in descending order. Null comes last.
             * @default created_at
             * @enum {string}
             */
            sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name" | "sku" | "-sku" | "quantity" | "-quantity" | "location" | "-location";
        };
        /** @description Compare a snapshot with the present: what a restore would do. */
        DiffSnapshotQuery: {
            /**
             * @description How many rows a page has at most.
             * @default 50
             */
            limit?: number;
            /**
             * @description How many rows are before the page.
             * @default 0
             */
            offset?: number;
        };
        /** @description List restores, newest first. */
        ListRestoresQuery: {
            /**
             * @description How many rows a page has at most.
             * @default 50
             */
            limit?: number;
            /**
             * @description How many rows are before the page.
             * @default 0
             */
            offset?: number;
        };
        /** @description List webhooks, newest first. */
        ListWebhooksQuery: {
            /**
             * @description How many rows a page has at most.
             * @default 50
             */
            limit?: number;
            /**
             * @description How many rows are before the page.
             * @default 0
             */
            offset?: number;
        };
        /** @description List the deliveries of 30 days, newest first. */
        ListDeliveriesQuery: {
            /**
             * @description How many rows a page has at most.
             * @default 50
             */
            limit?: number;
            /**
             * @description How many rows are before the page.
             * @default 0
             */
            offset?: number;
            /**
             * @description Rows in this state.
             * @enum {string}
             */
            status?: "pending" | "delivered" | "failed";
            /** @description Deliveries of this event. */
            event_id?: string;
            /**
             * @description Rows of this type.
             * @enum {string}
             */
            type?: "item.created" | "item.updated" | "item.stock_changed" | "item.deleted" | "item.restored" | "item.low_stock" | "item.restocked" | "order.created" | "order.updated" | "order.placed" | "order.received" | "order.cancelled" | "order.closed" | "order.deleted" | "snapshot.created" | "snapshot.deleted" | "snapshot.restored" | "webhook.test";
        };
        /** @description List how many requests there were on each day. */
        GetUsageQuery: {
            /**
             * @description How many UTC days, with today: at most 90.
             * @default 30
             */
            days?: number;
        };
        /** @description List API keys, newest first. */
        ListKeysQuery: {
            /**
             * @description How many rows a page has at most.
             * @default 50
             */
            limit?: number;
            /**
             * @description How many rows are before the page.
             * @default 0
             */
            offset?: number;
        };
        /** @description List people, newest first. */
        ListPeopleQuery: {
            /**
             * @description How many rows a page has at most.
             * @default 50
             */
            limit?: number;
            /**
             * @description How many rows are before the page.
             * @default 0
             */
            offset?: number;
        };
        /** @description Remove a person, or leave. */
        RemovePersonQuery: {
            /**
             * @description What becomes of the keys that the person has made: `revoke` (for owners alone), or `keep`.
             * @enum {string}
             */
            keys?: "revoke" | "keep";
        };
        /** @description List what changed about who may do what, newest first. */
        ListAccessLogQuery: {
            /**
             * @description How many rows a page has at most.
             * @default 50
             */
            limit?: number;
            /**
             * @description How many rows are before the page.
             * @default 0
             */
            offset?: number;
            /**
             * @description Entries of this action.
             * @enum {string}
             */
            action?: "person.invited" | "person.accepted" | "person.changed" | "person.removed" | "person.left" | "person.signed_out" | "key.created" | "key.renamed" | "key.revoked" | "webhook.created" | "webhook.updated" | "webhook.secret_rotated" | "webhook.deleted" | "company.changed" | "company.plan_changed" | "company.suspended" | "company.resumed" | "company.exported" | "company.imported";
            /** @description What this person or this key has done; `command-line`: the operators of the service. */
            actor_id?: string;
            /**
             * Format: date-time
             * @description What happened after this time.
             */
            since?: string;
            /**
             * Format: date-time
             * @description What happened up to this time. It must not be in the future.
             */
            until?: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type AccessEntry = components['schemas']['AccessEntry'];
export type AccessList = components['schemas']['AccessList'];
export type Account = components['schemas']['Account'];
export type ApiKey = components['schemas']['ApiKey'];
export type ApiKeyList = components['schemas']['ApiKeyList'];
export type ApiKeyWithSecret = components['schemas']['ApiKeyWithSecret'];
export type AuditEntry = components['schemas']['AuditEntry'];
export type AuditList = components['schemas']['AuditList'];
export type CancelOrder = components['schemas']['CancelOrder'];
export type ChangedItem = components['schemas']['ChangedItem'];
export type ChangedOrder = components['schemas']['ChangedOrder'];
export type ChangedSnapshot = components['schemas']['ChangedSnapshot'];
export type ChangedTrashedItem = components['schemas']['ChangedTrashedItem'];
export type Company = components['schemas']['Company'];
export type CreateApiKey = components['schemas']['CreateApiKey'];
export type CreateItem = components['schemas']['CreateItem'];
export type CreateItems = components['schemas']['CreateItems'];
export type CreateLineItem = components['schemas']['CreateLineItem'];
export type CreateOrder = components['schemas']['CreateOrder'];
export type CreateSnapshot = components['schemas']['CreateSnapshot'];
export type CreateTransactions = components['schemas']['CreateTransactions'];
export type CreateWebhook = components['schemas']['CreateWebhook'];
export type CreatedItems = components['schemas']['CreatedItems'];
export type CreatedTransactions = components['schemas']['CreatedTransactions'];
export type DailyMovements = components['schemas']['DailyMovements'];
export type DailyStock = components['schemas']['DailyStock'];
export type DailyUsage = components['schemas']['DailyUsage'];
export type DeleteItemRow = components['schemas']['DeleteItemRow'];
export type Delivery = components['schemas']['Delivery'];
export type DeliveryAttempt = components['schemas']['DeliveryAttempt'];
export type DeliveryList = components['schemas']['DeliveryList'];
export type Event = components['schemas']['Event'];
export type EventActor = components['schemas']['EventActor'];
export type EventList = components['schemas']['EventList'];
export type FetchedLineItem = components['schemas']['FetchedLineItem'];
export type InvitationList = components['schemas']['InvitationList'];
export type InvitePerson = components['schemas']['InvitePerson'];
export type Item = components['schemas']['Item'];
export type ItemCreated = components['schemas']['ItemCreated'];
export type ItemDeleted = components['schemas']['ItemDeleted'];
export type ItemList = components['schemas']['ItemList'];
export type ItemLowStock = components['schemas']['ItemLowStock'];
export type ItemRestocked = components['schemas']['ItemRestocked'];
export type ItemRestored = components['schemas']['ItemRestored'];
export type ItemRow = components['schemas']['ItemRow'];
export type ItemStockChanged = components['schemas']['ItemStockChanged'];
export type ItemUpdated = components['schemas']['ItemUpdated'];
export type LineItem = components['schemas']['LineItem'];
export type LinkAccount = components['schemas']['LinkAccount'];
export type ListInvitations = components['schemas']['ListInvitations'];
export type Movement = components['schemas']['Movement'];
export type Order = components['schemas']['Order'];
export type OrderCancelled = components['schemas']['OrderCancelled'];
export type OrderClosed = components['schemas']['OrderClosed'];
export type OrderCreated = components['schemas']['OrderCreated'];
export type OrderDeleted = components['schemas']['OrderDeleted'];
export type OrderList = components['schemas']['OrderList'];
export type OrderPlaced = components['schemas']['OrderPlaced'];
export type OrderReceived = components['schemas']['OrderReceived'];
export type OrderSummary = components['schemas']['OrderSummary'];
export type OrderUpdated = components['schemas']['OrderUpdated'];
export type Pagination = components['schemas']['Pagination'];
export type PeopleList = components['schemas']['PeopleList'];
export type Person = components['schemas']['Person'];
export type Problem = components['schemas']['Problem'];
export type Receipt = components['schemas']['Receipt'];
export type ReceiptList = components['schemas']['ReceiptList'];
export type ReceiveOrder = components['schemas']['ReceiveOrder'];
export type ReceivedOrder = components['schemas']['ReceivedOrder'];
export type Restore = components['schemas']['Restore'];
export type RestoreCounts = components['schemas']['RestoreCounts'];
export type RestoreItem = components['schemas']['RestoreItem'];
export type RestoreList = components['schemas']['RestoreList'];
export type RestoreResult = components['schemas']['RestoreResult'];
export type RestoreSnapshot = components['schemas']['RestoreSnapshot'];
export type ReverseTransaction = components['schemas']['ReverseTransaction'];
export type Snapshot = components['schemas']['Snapshot'];
export type SnapshotCreated = components['schemas']['SnapshotCreated'];
export type SnapshotDeleted = components['schemas']['SnapshotDeleted'];
export type SnapshotDiff = components['schemas']['SnapshotDiff'];
export type SnapshotList = components['schemas']['SnapshotList'];
export type SnapshotRestored = components['schemas']['SnapshotRestored'];
export type SuggestOrders = components['schemas']['SuggestOrders'];
export type SuggestedLineItem = components['schemas']['SuggestedLineItem'];
export type SuggestedOrder = components['schemas']['SuggestedOrder'];
export type SuggestedOrders = components['schemas']['SuggestedOrders'];
export type Transaction = components['schemas']['Transaction'];
export type TransactionList = components['schemas']['TransactionList'];
export type TrashList = components['schemas']['TrashList'];
export type TrashedItem = components['schemas']['TrashedItem'];
export type UpdateApiKey = components['schemas']['UpdateApiKey'];
export type UpdateCompany = components['schemas']['UpdateCompany'];
export type UpdateItem = components['schemas']['UpdateItem'];
export type UpdateItemRow = components['schemas']['UpdateItemRow'];
export type UpdateOrder = components['schemas']['UpdateOrder'];
export type UpdatePerson = components['schemas']['UpdatePerson'];
export type UpdateWebhook = components['schemas']['UpdateWebhook'];
export type UpsertItemRow = components['schemas']['UpsertItemRow'];
export type Usage = components['schemas']['Usage'];
export type ValueCount = components['schemas']['ValueCount'];
export type ValueCounts = components['schemas']['ValueCounts'];
export type Verification = components['schemas']['Verification'];
export type Webhook = components['schemas']['Webhook'];
export type WebhookList = components['schemas']['WebhookList'];
export type WebhookTest = components['schemas']['WebhookTest'];
export type WebhookWithSecret = components['schemas']['WebhookWithSecret'];
export type ListItemsQuery = components['schemas']['ListItemsQuery'];
export type ListTrashQuery = components['schemas']['ListTrashQuery'];
export type ListTransactionsQuery = components['schemas']['ListTransactionsQuery'];
export type ListDailyStockQuery = components['schemas']['ListDailyStockQuery'];
export type ListOrdersQuery = components['schemas']['ListOrdersQuery'];
export type ListReceiptsQuery = components['schemas']['ListReceiptsQuery'];
export type ListAuditQuery = components['schemas']['ListAuditQuery'];
export type ListEventsQuery = components['schemas']['ListEventsQuery'];
export type ListSnapshotsQuery = components['schemas']['ListSnapshotsQuery'];
export type ListSnapshotItemsQuery = components['schemas']['ListSnapshotItemsQuery'];
export type DiffSnapshotQuery = components['schemas']['DiffSnapshotQuery'];
export type ListRestoresQuery = components['schemas']['ListRestoresQuery'];
export type ListWebhooksQuery = components['schemas']['ListWebhooksQuery'];
export type ListDeliveriesQuery = components['schemas']['ListDeliveriesQuery'];
export type GetUsageQuery = components['schemas']['GetUsageQuery'];
export type ListKeysQuery = components['schemas']['ListKeysQuery'];
export type ListPeopleQuery = components['schemas']['ListPeopleQuery'];
export type RemovePersonQuery = components['schemas']['RemovePersonQuery'];
export type ListAccessLogQuery = components['schemas']['ListAccessLogQuery'];
