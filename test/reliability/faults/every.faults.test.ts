import { it } from "vitest";
import { scenarios } from "../scenarios/scenarios.ts";
import { faultName } from "./planned-faults.ts";
import { sweepFaults } from "./sweep-faults.ts";

/** A single fault, such as `RESET@3`; every one when absent. */
const { FAULT } = process.env;

it.each(scenarios)(
	"no fault of any call breaks an invariant: $name",
	(scenario) =>
		sweepFaults(
			scenario,
			(fault) => FAULT === undefined || faultName(fault) === FAULT,
		),
);
