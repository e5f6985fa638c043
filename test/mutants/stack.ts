import type { Mutant } from "./mutant.ts";

/** What is deployed, and what its operators may do: alarms, roles, routes, policies, the pages that they type. */
export const stackMutants: readonly Mutant[] = [
	{
		id: "alarm-dimension",
		what: "the alarms watch metrics of another service",
		file: "lib/monitoring/metrics.ts",
		search: "{ ...dimensions, service: serviceName }",
		replace: '{ ...dimensions, service: "payment-batches" }',
		test: "test/lib/alarms.test.ts",
	},
	{
		id: "alarm-main-queue",
		what: "the dead-letter alarm watches the queue of the workers",
		file: "lib/service-stack.ts",
		search: "deadLetters: chunks.deadLetters,",
		replace: "deadLetters: chunks.queue,",
		test: "test/lib/alarms.test.ts",
	},
	{
		id: "alarm-missing-data",
		what: "no data about the sweeper is no alarm",
		file: "lib/monitoring/alarms.ts",
		search: `emits nothing: this is the alarm's whole purpose.
		missingData: TreatMissingData.BREACHING`,
		replace: `emits nothing.
		missingData: TreatMissingData.NOT_BREACHING`,
		test: "test/lib/alarms.test.ts",
	},
	{
		id: "alarm-worker-crash",
		what: "the alarm on workers' failures counts the sweeper's crashes",
		file: "lib/monitoring/batches.ts",
		search: "{ worker, queue, deadLetters }: Monitored,",
		replace: "{ sweeper: worker, queue, deadLetters }: Monitored,",
		test: "test/lib/alarms.test.ts",
	},
	{
		id: "worker-batch-size",
		what: "a worker takes 10 chunks at once",
		file: "lib/chunk-source.ts",
		search: "chunksPerInvocation: 5,",
		replace: "chunksPerInvocation: 10,",
		test: "test/lib/service-stack.test.ts",
	},
	{
		id: "role-too-narrow",
		what: "the sweeper may not check the record of a batch it unlists",
		file: "lib/payment-batches.ts",
		search:
			'"ConditionCheckItem", // the record of a batch that is taken off the list',
		replace: "",
		test: "test/functions/batch-sweeper/role.test.ts",
	},
	{
		id: "role-too-wide",
		what: "a caller who reads a batch's status may change it",
		file: "lib/api-functions.ts",
		search: '"BatchGetItem", // the caller, the batch, its results',
		replace: '"BatchGetItem", "UpdateItem",',
		test: "test/tools/local/least-privilege/least-privilege.test.ts",
	},
	{
		id: "role-without-abort",
		what: "mark-as-paid may not take the guard back when it aborts a batch",
		file: "lib/api-functions.ts",
		search: `			"DeleteItem", // the guard of a batch that is aborted
`,
		replace: "",
		test: "test/tools/local/least-privilege/least-privilege.test.ts",
	},
	{
		id: "index-not-allowed",
		what: "no list can be read",
		file: "lib/api-functions.ts",
		search: "\t\tqueriesListIndex: true,",
		replace: "",
		test: "test/tools/local/least-privilege/least-privilege.test.ts",
	},
	{
		id: "route-missing",
		what: "a record's route is not deployed",
		file: "lib/api-functions.ts",
		search: "endpoints.getTag,",
		replace: "",
		test: "test/lib/api-functions.test.ts",
	},
	{
		id: "stream-from-its-end",
		what: "what is written until the readers work is not announced",
		file: "lib/notifications/read-stream.ts",
		search: "StartingPosition.TRIM_HORIZON",
		replace: "StartingPosition.LATEST",
		test: "test/lib/notifications.slow.test.ts",
	},
	{
		id: "stream-new-image",
		what: "the stream of a stage with events has no old images",
		file: "lib/table.ts",
		search: "? StreamViewType.NEW_AND_OLD_IMAGES",
		replace: "? StreamViewType.NEW_IMAGE",
		test: "test/lib/notifications.slow.test.ts",
	},
	{
		id: "policy-unused",
		what: "the operator may delete the table",
		file: "docs/operator-policy.json",
		search: '"dynamodb:BatchGetItem",',
		replace: '"dynamodb:BatchGetItem", "dynamodb:DeleteTable",',
		test: "test/tools/operator/every-command.test.ts",
	},
];
