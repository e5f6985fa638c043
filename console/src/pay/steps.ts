import { setParameter } from "../app/address.ts";

/** The step is in the address: the browser's buttons lead between them. */
export type StepId = "" | "columns" | "check" | "release";

export function goToStep(id: StepId) {
	setParameter("step", id);
	scrollTo(0, 0);
}
