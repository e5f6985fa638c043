import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { paymentRequestKey } from "../../shared/dynamodb/keys.ts";
import { chooseId } from "../../shared/dynamodb/reads/choose-id.ts";
import { requestTable } from "../../shared/dynamodb/retries/request-table.ts";
import type { Table } from "../../shared/dynamodb/table.ts";
import type { Endpoint } from "../../shared/endpoints/endpoint.ts";
import { versionMismatch } from "../../shared/http/errors.ts";
import { readIfMatch } from "../../shared/http/if-match.ts";
import {
	type RequireAccess,
	requireActiveUser,
} from "../../shared/http/middleware/authorize.ts";
import { type PathIds, readPathIds } from "../../shared/http/path-ids.ts";
import { apiHandler, type RequestContext } from "../../shared/http/pipeline.ts";
import { type Reply, succeededWithJson } from "../../shared/http/response.ts";
import type { Route } from "../../shared/http/routed-handler.ts";
import { toExactJson } from "../../shared/json/exact-json.ts";
import {
	emitTransition,
	toOutcome,
} from "../../shared/observability/report-transition.ts";
import { toActor } from "../../shared/organizations/organization.ts";
import { paymentRequestNotFound } from "../../shared/payment-requests/errors.ts";
import type { StoredAdvance } from "../../shared/payment-requests/find-advance.store.ts";
import { toPaymentRequestRecord } from "../../shared/payment-requests/payment-request.record.ts";
import {
	type ChangedAdvance,
	changeAdvance,
	type PlannedTransition,
} from "../../shared/payment-requests/workflow/change-advance.store.ts";
import { withoutWorkflow } from "../../shared/payment-requests/workflow/errors.ts";
import type {
	Advance,
	TransitionAuthor,
} from "../../shared/payment-requests/workflow/transition.ts";
import type { Dependencies } from "../dependencies.ts";

/** Describes one of the four transitions. */
export interface TransitionRoute<Body> {
	/** Applies further rules, to active users only. */
	requireAccess?: RequireAccess;
	parse: (event: APIGatewayProxyEventV2) => Body;
	/** The checks in the order of `approvals.md`, "Common to A2 to A5", from the repetition on. */
	plan: (
		advance: StoredAdvance,
		body: Body,
		context: TransitionContext,
	) => Promise<PlannedTransition | null>;
}

export interface TransitionContext extends TransitionAuthor {
	table: Table;
	request: RequestContext;
	/** Throws if the caller expects another version. */
	requireVersion: (version: number) => void;
}

interface TransitionInput<Body> {
	ids: PathIds;
	ifMatch: string | null;
	body: Body;
}

export const transitionRoute = <Body>(
	endpoint: Endpoint,
	route: TransitionRoute<Body>,
): Route<Dependencies> => ({
	routeKey: endpoint.routeKey,
	create: ({ table, pipeline }) =>
		apiHandler<TransitionInput<Body>>(
			endpoint,
			{
				requireAccess(caller) {
					requireActiveUser(caller);
					route.requireAccess?.(caller);
				},
				parse: (event) => ({
					ids: readPathIds(event, "paymentRequestId"),
					ifMatch: readIfMatch(event, endpoint.ifMatch),
					body: route.parse(event),
				}),
				async run(input, request) {
					const own = requestTable(table, request);
					const changed = await runTransition(own, route, input, request);
					const reply = toReply(changed);
					const { transition } = changed;
					if (!transition) return reply;
					emitTransition(pipeline.emitMetrics, transition);
					return { ...reply, outcome: toOutcome(transition) };
				},
			},
			pipeline,
		),
});

async function runTransition<Body>(
	table: Table,
	{ plan }: TransitionRoute<Body>,
	{ ids, ifMatch, body }: TransitionInput<Body>,
	request: RequestContext,
): Promise<ChangedAdvance> {
	const { caller, attemptId, now } = request;
	const requireVersion = (version: number) => {
		if (ifMatch !== null && ifMatch !== `${version}`) throw versionMismatch();
	};
	const channel = caller.session === null ? "API" : "CONSOLE";
	const by = { ...toActor(caller), channel } as const;
	const context = { table, request, by, now, requireVersion };
	const organizationId = caller.organization.id;
	const paymentRequestId = await chooseId(table, ids, (id) =>
		paymentRequestKey(organizationId, id),
	);
	const changed = await changeAdvance(table, {
		organizationId,
		paymentRequestId,
		writeId: attemptId,
		plan: (advance) => plan(advance, body, context),
		refuseImported({ state, version }) {
			requireVersion(version);
			throw withoutWorkflow(state);
		},
	});
	if (changed === "NOT_FOUND") throw paymentRequestNotFound();
	return changed;
}

function toReply({ request, stages }: Advance): Reply {
	const record = toPaymentRequestRecord(request, stages);
	return succeededWithJson(toExactJson(record), request.version);
}
