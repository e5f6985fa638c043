import type { Table } from "../../../shared/dynamodb/table.ts";
import { isPlainAddress } from "../../../shared/mails/plain-address.ts";
import { shorten } from "../../../shared/text/shorten.ts";
import type { OrganizationFile } from "../schema.ts";
import { approvalAndPaymentWarnings } from "./approval-and-payment-warnings.ts";
import { type FileWarning, warning } from "./file-warning.ts";
import { findKnownRecords, type KnownRecords } from "./known-records.ts";
import { findOwnPermissions } from "./own-permissions.ts";
import { policyWarnings } from "./policy-warnings.ts";
import {
	type Reference,
	tagReferences,
	userReferences,
	vendorReferences,
} from "./references.ts";
import { secondPersonWarnings } from "./second-person-warnings.ts";
import { findUsableKeys } from "./usable-keys.ts";

/** Finds the warnings of a file. What it refers to may be in the file or in the store. */
export async function findWarnings(
	table: Table,
	file: OrganizationFile,
	now: Date,
): Promise<FileWarning[]> {
	const known = await findKnownRecords(table, file);
	const context = { table, organizationId: file.org.id, now };
	const granted = [
		...(await findUsableKeys(table, file, now)),
		...(await findOwnPermissions(context, file)),
	];
	return [
		...userWarnings(file),
		...keyWarnings(file, known, now),
		...unknownReferences(file, known),
		...tagWarnings(file),
		...invoiceWarnings(file),
		...policyWarnings(file, known),
		...approvalAndPaymentWarnings(file, granted),
		...secondPersonWarnings(known, granted),
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
