import { expect, it } from "vitest";
import { toHistoryItem } from "../../../../shared/payment-requests/history/history-items.store.ts";
import type { PaymentRequest } from "../../../../shared/payment-requests/payment-request.ts";
import { toEntry } from "../../../../shared/payment-requests/workflow/transition.ts";

it("data model: an entry is stored without what is null", () => {
	const at = "2026-11-21T10:00:00.000Z";
	// No other property of a request has a part in this.
	const request = { version: 2, round: 1, updatedAt: at } as PaymentRequest;
	const entry = toEntry(request, { action: "COMPLETED" });
	const item = toHistoryItem("acme", request, [entry], "write-1");
	expect(item.entries).toStrictEqual([{ action: "COMPLETED" }]);
});
