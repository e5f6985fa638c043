import { parse } from "../../../../tools/local/aws-gateway/aws-call.ts";
import { withBody } from "../altered-calls.ts";
import type { Effect } from "./faults.ts";

/** Ends the page of a Query or Scan after its first item, with a `LastEvaluatedKey`, as at the end of a megabyte. */
export const endPageEarly = (): Effect => (call, forward) =>
	forward(withBody(call, { ...parse<object>(call), Limit: 1 }));
