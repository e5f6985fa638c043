import type { invoiceFailures } from "../../functions/create-invoices/invoice-failures.ts";
import {
	toPaymentResult,
	type UnpaidReason,
} from "../../shared/payments/payment-result.ts";
import {
	approvalPageErrors,
	commonErrors,
	type DeclaredErrors,
	type ErrorText,
	errorTexts,
} from "./error-texts.ts";
import type { Operation } from "./operation.ts";

const reasonTexts: Readonly<Record<UnpaidReason, ErrorText>> = {
	NOT_FOUND: {
		means: "No invoice has the slug",
		do: errorTexts[404].INVOICE_NOT_FOUND.do,
	},
	INVALID_STATE: {
		means: "The invoice is not `APPROVED`",
		do: "Approve it; reopen a `VOID` one first",
	},
	PLATFORM_PAYMENT_IN_FLIGHT: {
		means: "A payment by the platform has not settled",
		do: "Wait, then read `due`",
	},
	AMOUNT_EXCEEDS: {
		means: "The amount exceeds what is due",
		do: "Pay at most `due`",
	},
	LOCK_HELD: {
		means: "Another action on the invoice was in progress; not paid",
		do: "Send the resource again under a new key",
	},
	BATCH_STOPPED: {
		means: "The batch was stopped before this resource was decided; not paid",
		do: "Read the batch's `stopReason`. To pay all the same, send the resource under a new key",
	},
	PROCESSING_FAILED: {
		means:
			"A batch gave the resource up. Not paid, unless stored data of the batch was lost",
		do: "Read the invoice's payments. If none has this `bulkActionSlug` and `amount`, send the resource under a new key",
	},
};

type FailureCode =
	(typeof invoiceFailures)[keyof typeof invoiceFailures]["code"];

const failureTexts: Readonly<Record<FailureCode, ErrorText>> = {
	VENDOR_NOT_FOUND: {
		means: "The entry's vendor does not exist",
		do: "Create it with `POST /v1.0/vendor`",
	},
	CURRENCY_NOT_ACTIVE: {
		means: "The organization does not use the currency",
		do: "Read `currencies` of `GET /v1.0/organization`",
	},
	INVALID_DUE_DATE: {
		means: "`dueDate` is before `invoiceDate`",
		do: "Correct the dates",
	},
	INVOICE_EXISTS: {
		means: "The vendor has an invoice with this number; `id` names it",
		do: "Use that invoice",
	},
	NOT_STORED: {
		means: "Not stored, or not known whether it is",
		do: "Send the entry again: it is stored once",
	},
};

/** The generated tables of `docs/errors.md`, by what the comment before each says. */
export function errorTables(
	operations: readonly Operation[],
): Readonly<Record<string, string>> {
	return {
		"tools/openapi: error codes": table(
			["Code", "Status"],
			codeRows(operations),
		),
		"tools/openapi: reasons of results": table(
			["Reason", "Result"],
			reasonRows(),
		),
		"tools/openapi: codes of failed invoices": table(["Code"], failureRows()),
		"tools/openapi: codes of the approval page": table(
			["Code", "Status"],
			rowsByStatus(approvalPageErrors),
		),
	};
}

/** One row for each error that any operation declares. */
function codeRows(operations: readonly Operation[]): string[][] {
	const declared = new Set(
		[commonErrors, ...operations.map(({ errors }) => errors)].flatMap(toNames),
	);
	return rowsByStatus(errorTexts, (name) => declared.has(name));
}

/** @param isShown Whether to show an error, such as `TAG_NOT_FOUND 404`. */
const rowsByStatus = (
	errors: Readonly<Record<number, Readonly<Record<string, ErrorText>>>>,
	isShown: (name: string) => boolean = () => true,
) =>
	Object.entries(errors).flatMap(([status, texts]) =>
		Object.entries(texts)
			.filter(([code]) => isShown(`${code} ${status}`))
			.map(([code, text]) => [quoted(code), status, text.means, text.do]),
	);

const toNames = (errors: DeclaredErrors) =>
	Object.entries(errors).flatMap(([status, codes]) =>
		codes.map((code) => `${code} ${status}`),
	);

const reasonRows = () =>
	keysOf(reasonTexts).map((reason) => [
		quoted(reason),
		quoted(toPaymentResult("", reason).status),
		reasonTexts[reason].means,
		reasonTexts[reason].do,
	]);

const failureRows = () =>
	keysOf(failureTexts).map((code) => [
		quoted(code),
		failureTexts[code].means,
		failureTexts[code].do,
	]);

// Unchecked cast: TypeScript types the keys as strings.
const keysOf = <Key extends string>(texts: Readonly<Record<Key, ErrorText>>) =>
	Object.keys(texts) as Key[];

const quoted = (code: string) => `\`${code}\``;

function table(keys: readonly string[], rows: readonly string[][]): string {
	const header = [...keys, "Means", "Do"];
	return [
		`| ${header.join(" | ")} |`,
		`|${header.map(() => "---|").join("")}`,
		...rows.map((cells) => `| ${cells.join(" | ")} |`),
	].join("\n");
}
