import { setParameter } from "../app/address.ts";

/** The step is in the address, so that the browser's buttons lead back and forth between the steps. */
export type StepId = "" | "columns" | "check" | "release";

export function goToStep(id: StepId) {
	setParameter("step", id);
	scrollTo(0, 0);
}
