import { requestTable } from "../../../shared/dynamodb/retries/request-table.ts";
import { pageHandler } from "../../../shared/http/page-handler.ts";
import { succeededWithJson } from "../../../shared/http/response.ts";
import type { PageDependencies } from "../dependencies.ts";
import { openLink } from "../open-link.ts";
import { readPage } from "../read-page.ts";
import { tokenBody } from "../token-body.ts";
import { validate } from "./schema.validator.js";

const readBody = tokenBody(validate);

/** `POST /approval/read` (A9). Changes nothing: mail scanners open links. */
export const readRoute = (dependencies: PageDependencies) =>
	pageHandler(
		{
			operation: "read-approval",
			parse: readBody,
			async run({ token }, request) {
				const table = requestTable(dependencies.table, request);
				const link = await openLink(dependencies, token, { table, request });
				return succeededWithJson(await readPage(table, link));
			},
		},
		dependencies,
	);
