import { path } from "../../../client/src/http/path.ts";
import { may, type Permission, useSession } from "../service/session.ts";
import { useVendorName } from "../service/vendor-names.ts";
import { Theirs } from "./texts.tsx";

/** The kinds of records that have a page, with the path of their pages and the permissions that open them. */
const records = {
	invoice: ["invoices", ["invoices:read"]],
	order: ["orders", ["procurement:read"]],
	vendor: ["vendors", ["vendors:read"]],
	advance: ["advances", ["payments:read"]],
	run: ["runs", ["payments:prepare", "payments:release", "payments:read"]],
} as const satisfies Record<string, readonly [string, readonly Permission[]]>;

type RecordKind = keyof typeof records;

/** The address of a record's page, below the organization's. */
export const addressOf = (kind: RecordKind, id: string): string =>
	path`/${records[kind][0]}/${id}`;

/** Shows a record by its number or name, as a link if this person may open its page. */
export function LinkTo({
	kind,
	id,
	text,
}: {
	kind: RecordKind;
	id: string;
	/** The number or name of the record. If it has none, the id is shown. */
	text?: string | null | undefined;
}) {
	const session = useSession();
	const name = <Theirs text={text || id} />;
	const [, permissions] = records[kind];
	if (!may(session, ...permissions)) return name;
	return <a href={`${session.base}${addressOf(kind, id)}`}>{name}</a>;
}

/** Shows a vendor by name where a record has only its id. */
export const VendorLink = ({ id }: { id: string }) => (
	<LinkTo kind="vendor" id={id} text={useVendorName(id)} />
);
