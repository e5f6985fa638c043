/**
 * Finds out what became of the units of unknown outcome.
 *
 * @param outcomes One for each unit, in order.
 * @param settle Gets the units of unknown outcome, and returns one outcome for each, in order.
 * @returns One outcome for each unit, in order: the known ones, and those that were found.
 */
export async function settleUnknown<Unit, Outcome extends string>(
	units: readonly Unit[],
	outcomes: readonly (Outcome | "UNKNOWN")[],
	settle: (unknown: readonly Unit[]) => Promise<(Outcome | "UNKNOWN")[]>,
): Promise<(Outcome | "UNKNOWN")[]> {
	const unknown = units.filter((_, index) => outcomes[index] === "UNKNOWN");
	const found = await settle(unknown);
	return outcomes.map((outcome) =>
		outcome === "UNKNOWN" ? (found.shift() ?? outcome) : outcome,
	);
}
