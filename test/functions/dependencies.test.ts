import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { connectDependencies } from "../../functions/dependencies.ts";
import { sweepTimes } from "../../shared/environment/config.ts";
import { sweepTimes as expected } from "../support/batches.ts";

beforeEach(() => {
	vi.stubEnv("TABLE_NAME", "test");
	vi.stubEnv("METRICS_NAMESPACE", "test");
	vi.stubEnv("AWS_REGION", "ap-south-1");
});
afterEach(() => vi.unstubAllEnvs());

it.each(["true", "1", "false", ""])(
	"5 rule 1: no function starts with POWERTOOLS_IDEMPOTENCY_DISABLED=%j",
	(value) => {
		vi.stubEnv("POWERTOOLS_IDEMPOTENCY_DISABLED", value);
		expect(connectDependencies).toThrow(
			"POWERTOOLS_IDEMPOTENCY_DISABLED must not be set",
		);
	},
);

it("starts without it", () => {
	expect(connectDependencies().table.name).toBe("test");
});

it("contract 3: the sweeper's times to abort, resend and abandon each come from the variable of that name", () => {
	vi.stubEnv("ABORT_AFTER_SECONDS", "120");
	vi.stubEnv("RESEND_AFTER_SECONDS", "180");
	vi.stubEnv("ABANDON_AFTER_SECONDS", "1800");
	expect(sweepTimes()).toEqual(expected);
});
