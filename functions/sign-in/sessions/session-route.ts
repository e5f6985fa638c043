import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { requestTable } from "../../../shared/dynamodb/retries/request-table.ts";
import type { Table } from "../../../shared/dynamodb/table.ts";
import { missingCredentials } from "../../../shared/http/errors.ts";
import {
	type PageRequest,
	pageHandler,
} from "../../../shared/http/page-handler.ts";
import type { Reply } from "../../../shared/http/response.ts";
import {
	isOfConsole,
	requireSession,
} from "../../../shared/http/session-request.ts";
import { type Session, toSessionId } from "../../../shared/sessions/session.ts";
import { findSession } from "../../../shared/sessions/sessions.store.ts";
import type { RoutedDependencies } from "../dependencies.ts";

export interface SessionRequest extends RoutedDependencies {
	table: Table;
	event: APIGatewayProxyEventV2;
	session: Session;
	request: PageRequest;
}

/** A route for whoever signed in. A POST needs the headers that the API requires of a session (console W1). */
export const sessionRoute =
	(operation: string, run: (request: SessionRequest) => Promise<Reply>) =>
	(dependencies: RoutedDependencies) =>
		pageHandler<APIGatewayProxyEventV2>(
			{
				operation,
				parse(event) {
					const isPost = event.requestContext.http.method === "POST";
					if (isPost && !isOfConsole(event)) throw missingCredentials();
					return event;
				},
				async run(event, request) {
					const table = requestTable(dependencies.table, request);
					const find = (hash: string) => findSession(table, hash);
					const session = await requireSession(
						{ ...dependencies, findSession: find, findCachedSession: find },
						event,
					);
					request.identify({ session: { id: toSessionId(session.hash) } });
					return run({ ...dependencies, table, event, session, request });
				},
			},
			dependencies,
		);
