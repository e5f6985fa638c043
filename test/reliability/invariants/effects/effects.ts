import type { Reported } from "../../reported.ts";
import { type Effect, invoiceRecord, toEffect } from "./effect.ts";
import { type Imports, importedEffects } from "./imported-effects.ts";
import { requestedEffects } from "./requested-effects.ts";

/** All effects that the writes have had, or may have. */
export function toEffects({ writes }: Reported): Effect[] {
	const imports: Imports = [];
	return writes.flatMap((write) => {
		const { action } = write;
		if (action.kind === "import")
			return importedEffects(write, action.file, imports);
		if (action.kind === "request") return requestedEffects(write, action);
		const { slug, until } = action;
		return [toEffect(write, invoiceRecord(slug), { lock: until })];
	});
}
