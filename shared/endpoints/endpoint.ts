import type { Permission } from "../organizations/organization.ts";

type Method = "GET" | "POST" | "PATCH";
type Path = `/v1.0/${string}`;

/** What an endpoint requires of every request. */
export interface Endpoint {
	/** Method and path, as in the events of API Gateway. */
	routeKey: `${Method} ${Path}`;
	/** Identifies the endpoint in logs, and is the scope of its idempotency keys. */
	operation: string;
	/** Any one of them is sufficient. Empty: none is needed. */
	permissions: readonly Permission[];
	/**
	 * Whether a session of the console is accepted in place of an API key (console W1); `always`: whatever the person's
	 * permissions are. Absent: it is not.
	 */
	sessions?: "permitted" | "always";
	/** The use of `x-idempotency-key` (spec 5); `read`: it names another request. Absent: the header is not read. */
	idempotencyKey?: "required" | "optional" | "read";
	/**
	 * The use of `If-Match` (R1, "Versions"); `required`: a copy that arrives late must not undo what came later.
	 * Absent: the header is not read.
	 */
	ifMatch?: "required" | "optional";
}

/** The method and the path of a route key. */
export const toRoute = (routeKey: Endpoint["routeKey"]) => {
	// Unchecked cast: the type of a route key has two parts.
	const [method, path] = routeKey.split(" ") as [Method, Path];
	return { method, path };
};
