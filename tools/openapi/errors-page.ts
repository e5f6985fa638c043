import type { invoiceFailures } from "../../functions/create-invoices/invoice-failures.ts";
import {
	toPaymentResult,
	type UnpaidReason,
} from "../../shared/payments/payment-result.ts";
import {
	approvalPageErrors,
	commonErrors,
	type DeclaredErrors,
	errorTexts,
	signInErrors,
} from "../exhibits/error-texts.ts";
import type { Exhibit } from "../exhibits/exhibit.ts";
import { wrap } from "./wrap.ts";

const reasonTexts: Readonly<Record<UnpaidReason, string>> = {
	NOT_FOUND: "No invoice has the slug",
	INVALID_STATE:
		"The invoice is not `APPROVED`. Approve it; reopen a `VOID` one first",
	PLATFORM_PAYMENT_IN_FLIGHT:
		"A payment by the platform has not settled. Wait, then read `due`",
	AMOUNT_EXCEEDS: "The amount exceeds `due`",
	LOCK_HELD:
		"The invoice was locked (see its `lock`), changed meanwhile, or the store was busy; not paid. Pause, then send the resource under a new key",
	BATCH_STOPPED:
		"The batch was stopped (see its `stopReason`); not paid. To pay all the same, send the resource under a new key",
	ALREADY_RECORDED:
		"The invoice has this payment already (see `leaveOut` of the payment run); not paid again",
	REPEATED:
		"An earlier payment of the payment run is the same (see its `leaveOut`); not paid twice",
	PROCESSING_FAILED:
		"A batch gave the resource up. Not paid, unless stored data of the batch was lost. Read the invoice's payments: if fewer than you sent have this `bulkActionSlug` and your `amount`, send the missing ones under a new key",
};

type FailureCode =
	(typeof invoiceFailures)[keyof typeof invoiceFailures]["code"];

const failureTexts: Readonly<Record<FailureCode, string>> = {
	VENDOR_NOT_FOUND: "The vendor does not exist: create it",
	CURRENCY_NOT_ACTIVE:
		"The currency is not in `currencies` of `GET /v1.0/organization`",
	INVALID_DUE_DATE: "`dueDate` is before `invoiceDate`",
	INVOICE_EXISTS: "The vendor has an invoice with this number; `id` names it",
	NOT_STORED:
		"Not stored, or not known whether it is. Send the entry again: it is stored once",
};

/** The generated lists of `docs/errors.md`, by what the comment before each says. */
export function errorLists(
	operations: readonly Exhibit[],
): Readonly<Record<string, string>> {
	const declared = new Set(
		[commonErrors, ...operations.map(({ errors }) => errors)].flatMap(toNames),
	);
	return {
		"tools/openapi: error codes": list(
			itemsByStatus(errorTexts, (name) => declared.has(name)),
		),
		"tools/openapi: reasons of results": list(reasonItems()),
		"tools/openapi: codes of failed invoices": list(failureItems()),
		"tools/openapi: codes of the approval page": list(
			itemsByStatus(approvalPageErrors),
		),
		"tools/openapi: codes of signing in": list(itemsByStatus(signInErrors)),
	};
}

/** @param isShown Whether to show an error, such as `TAG_NOT_FOUND 404`. */
const itemsByStatus = (
	errors: Readonly<Record<number, Readonly<Record<string, string>>>>,
	isShown: (name: string) => boolean = () => true,
) =>
	Object.entries(errors).flatMap(([status, texts]) =>
		Object.entries(texts)
			.filter(([code]) => isShown(`${code} ${status}`))
			.map(([code, text]) => `\`${code}\` (${status}): ${text}`),
	);

const toNames = (errors: DeclaredErrors) =>
	Object.entries(errors).flatMap(([status, codes]) =>
		codes.map((code) => `${code} ${status}`),
	);

const reasonItems = () =>
	keysOf(reasonTexts).map(
		(reason) =>
			`\`${reason}\` (\`${toPaymentResult("", reason).status}\`): ${reasonTexts[reason]}`,
	);

const failureItems = () =>
	Object.entries(failureTexts).map(([code, text]) => `\`${code}\`: ${text}`);

// Unchecked cast: TypeScript types the keys as strings.
const keysOf = <Key extends string>(texts: Readonly<Record<Key, string>>) =>
	Object.keys(texts) as Key[];

const list = (items: readonly string[]) =>
	items
		.map((item) => `- ${wrap(`${item}.`, "- ".length).join("\n  ")}`)
		.join("\n");
