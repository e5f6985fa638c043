import type { invoiceFailures } from "../../functions/create-invoices/invoice-failures.ts";
import {
	toPaymentResult,
	type UnpaidReason,
} from "../../shared/payments/payment-result.ts";
import {
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
		do: "Approve it; a `VOID` one must be reopened to `DRAFTED` first",
	},
	PLATFORM_PAYMENT_IN_FLIGHT: {
		means: "A payment on the platform's own rails has not settled yet",
		do: "Wait for it, and read what is due then",
	},
	AMOUNT_EXCEEDS: {
		means: "The amount is above what is due",
		do: "Read `due`, and pay at most that",
	},
	LOCK_HELD: {
		means: "Another action on the invoice is in progress; nothing was recorded",
		do: "Send the resource again under a new key",
	},
	BATCH_STOPPED: {
		means:
			"Only in batches: the batch was stopped before this resource was decided; nothing was recorded",
		do: "Read `stopReason` of the batch. If the resource is to be paid all the same, send it under a new key",
	},
	PROCESSING_FAILED: {
		means:
			"Only in batches: given up after its retries. Nothing was recorded, unless stored data of the batch was lost: then a payment may be, whether `slug` is empty or not",
		do: "Read the payments of the invoice. If this one (its `bulkActionSlug` and `amount`) is not among them, send the resource again under a new key",
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
		means: "The currency is not active in the organization",
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
		means:
			"The service was busy, or could not find out whether it stored the invoice",
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
	};
}

/** One row for each error that any operation declares. */
function codeRows(operations: readonly Operation[]): string[][] {
	const declared = new Set(
		[commonErrors, ...operations.map(({ errors }) => errors)].flatMap(toNames),
	);
	return Object.entries(errorTexts).flatMap(([status, texts]) =>
		Object.entries<ErrorText>(texts)
			.filter(([code]) => declared.has(`${code} ${status}`))
			.map(([code, text]) => [quoted(code), status, text.means, text.do]),
	);
}

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
