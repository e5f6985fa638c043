import { approvalMutants } from "./approvals.ts";
import { clientMutants } from "./client.ts";
import { commonRuleMutants } from "./common-rules.ts";
import { deploymentMutants } from "./deployment.ts";
import { expiryMutants } from "./expiry.ts";
import { figureMutants } from "./figures.ts";
import type { Mutant } from "./mutant.ts";
import { notificationMutants } from "./notifications.ts";
import { observabilityMutants } from "./observability.ts";
import { payFileMutants } from "./pay-file.ts";
import { readMutants } from "./reads.ts";
import { recordMutants } from "./records.ts";
import { reliabilityMutants } from "./reliability.ts";
import { reversalMutants } from "./reversals.ts";
import { stackMutants } from "./stack.ts";
import { stopMutants } from "./stops.ts";
import { timeAndLoadMutants } from "./time-and-load.ts";
import { versionMutants } from "./versions.ts";

/** Every planted bug. What is not caught is a missing test. */
export const mutants: readonly Mutant[] = [
	...readMutants,
	...expiryMutants,
	...versionMutants,
	...commonRuleMutants,
	...timeAndLoadMutants,
	...recordMutants,
	...reliabilityMutants,
	...figureMutants,
	...stackMutants,
	...deploymentMutants,
	...clientMutants,
	...payFileMutants,
	...observabilityMutants,
	...notificationMutants,
	...reversalMutants,
	...stopMutants,
	...approvalMutants,
];
