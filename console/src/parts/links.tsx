import { path } from "../../../client/src/http/path.ts";
import { may, type Permission, useSession } from "../service/session.ts";
import { useVendorName } from "../service/vendor-names.ts";
import { Theirs } from "./texts.tsx";

/** What has a page of its own, and who may open it. */
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

/** A record by its number or name; a link, if this person may open its page. */
export function LinkTo({
	kind,
	id,
	text,
}: {
	kind: RecordKind;
	id: string;
	/** Its number or name; the id, where it has none. */
	text?: string | null | undefined;
}) {
	const session = useSession();
	const name = <Theirs text={text || id} />;
	const [, permissions] = records[kind];
	if (!may(session, ...permissions)) return name;
	return <a href={`${session.base}${addressOf(kind, id)}`}>{name}</a>;
}

/** A vendor by name, wherever a record has only its id. */
export const VendorLink = ({ id }: { id: string }) => (
	<LinkTo kind="vendor" id={id} text={useVendorName(id)} />
);
