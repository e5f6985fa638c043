import { checkExhibit } from "../../../exhibits/check-exhibit.ts";
import { exhibits } from "../../../exhibits/exhibits.ts";
import type { Check, SmokeContext } from "./check.ts";

/** The request of each endpoint's exhibit. */
export const exhibitChecks = ({ service }: SmokeContext): Check[] =>
	exhibits.map((exhibit) => ({
		name: exhibit.endpoint.routeKey,
		run: () => checkExhibit(exhibit, service),
	}));
