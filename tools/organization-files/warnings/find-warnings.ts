import type { Table } from "../../../shared/dynamodb/table.ts";
import { isPlainAddress } from "../../../shared/mails/plain-address.ts";
import { shorten } from "../../../shared/text/shorten.ts";
import type { OrganizationFile } from "../schema.ts";
import { type FileWarning, warning } from "./file-warning.ts";
import { findKnownRecords, type KnownRecords } from "./known-records.ts";
import { policyWarnings } from "./policy-warnings.ts";
import {
	type Reference,
	tagReferences,
	userReferences,
	vendorReferences,
} from "./references.ts";
import { secondPersonWarnings } from "./second-person-warnings.ts";
import { findUsableKeys, type UsableKey } from "./usable-keys.ts";

/** Finds the warnings of a file. What it refers to may be in the file or in the store. */
export async function findWarnings(
	table: Table,
	file: OrganizationFile,
	now: Date,
): Promise<FileWarning[]> {
	const known = await findKnownRecords(table, file);
	const keys = await findUsableKeys(table, file, now);
	return [
		...userWarnings(file),
		...keyWarnings(file, known, now),
		...unknownReferences(file, known),
		...tagWarnings(file),
		...invoiceWarnings(file),
		...policyWarnings(file, known),
		...approvalAndPaymentWarnings(keys),
		...secondPersonWarnings(known, keys),
	];
}

function unknownReferences(
	file: OrganizationFile,
	{ users, vendorIds, tags }: KnownRecords,
): FileWarning[] {
	const unknown = (kind: string) => (reference: Reference) =>
		warning(
			reference.pointer,
			`is not a ${kind} of the organization: ${JSON.stringify(shorten(reference.name))}`,
		);
	return [
		...userReferences(file).flatMap((reference) => {
			const isActive = users.get(reference.name);
			if (isActive === undefined) return [unknown("user")(reference)];
			return isActive ? [] : [warning(reference.pointer, inactive)];
		}),
		...vendorReferences(file)
			.filter(({ name }) => !vendorIds.has(name))
			.map(unknown("vendor")),
		...tagReferences(file)
			.filter(({ name }) => !tags.has(name))
			.map(unknown("tag")),
	];
}

const userWarnings = ({ users = [] }: OrganizationFile): FileWarning[] =>
	users.flatMap(({ email }, index) =>
		!email || isPlainAddress(email)
			? []
			: [
					warning(
						`/users/${index}/email`,
						"has spaces, quotes, brackets, commas, colons or semicolons: no mail can be sent to it",
					),
				],
	);

const inactive = "names a user who is not active";

function keyWarnings(
	{ apiKeys = [] }: OrganizationFile,
	{ users }: KnownRecords,
	now: Date,
): FileWarning[] {
	return apiKeys.flatMap(
		({ userId, permissions, revoked = false, expiresAt }, index) => {
			const pointer = `/apiKeys/${index}`;
			const isPast =
				expiresAt !== undefined && Date.parse(expiresAt) <= now.getTime();
			return [
				...(users.get(userId) === false
					? [warning(`${pointer}/userId`, inactive)]
					: []),
				...(permissions.length === 0
					? [
							warning(
								`${pointer}/permissions`,
								"is empty: the key may do nothing",
							),
						]
					: []),
				...(isPast && !revoked
					? [warning(`${pointer}/expiresAt`, "is past: the key is not valid")]
					: []),
			];
		},
	);
}

/** Of keys in the file and stored ones: with such a key, one person may approve an invoice and pay it. */
const approvalAndPaymentWarnings = (
	keys: readonly UsableKey[],
): FileWarning[] =>
	keys
		.filter(
			({ permissions }) =>
				permissions.includes("invoices:approve") &&
				permissions.includes("payments:mark-paid"),
		)
		.map(({ from }) =>
			"pointer" in from
				? warning(
						`${from.pointer}/permissions`,
						"lets one key both approve invoices and pay them",
					)
				: warning(
						"/org",
						`has a stored key that may both approve invoices and pay them: ${from.keyId}`,
					),
		);

const tagWarnings = ({ tags = [] }: OrganizationFile): FileWarning[] =>
	tags.flatMap(({ type, options = [] }, index) =>
		type === "DROPDOWN" && options.length === 0
			? [warning(`/tags/${index}`, "has no options: no value is valid")]
			: [],
	);

function invoiceWarnings({ invoices = [] }: OrganizationFile): FileWarning[] {
	return invoices.flatMap(
		({ amount, due = amount, invoiceDate, dueDate }, index) => [
			...(due > amount
				? [
						warning(
							`/invoices/${index}/due`,
							`is more than the amount: ${due} > ${amount}`,
						),
					]
				: []),
			...(invoiceDate !== undefined &&
			dueDate !== undefined &&
			dueDate < invoiceDate
				? [
						warning(
							`/invoices/${index}/dueDate`,
							`is before the invoice date: ${dueDate} < ${invoiceDate}`,
						),
					]
				: []),
		],
	);
}
