import type { Mutant } from "./mutant.ts";

const decision = "test/functions/advance-workflow/decision.test.ts";
const approver = "test/functions/advance-workflow/approver.test.ts";
const files = "test/tools/organization-files/decided-requests.test.ts";
const links = "test/functions/approval-page/links.test.ts";
const transitions = "test/functions/event-publisher/transitions.test.ts";
const stage = "shared/payment-requests/stages/approval-stage.ts";
const decide = "shared/payment-requests/workflow/decide-request.store.ts";
const asked = "shared/mails/asked-approver.store.ts";

/** Approvals that count wrongly, and links that open more than they should. */
export const approvalMutants: readonly Mutant[] = [
	{
		id: "stage-one-is-enough",
		what: "one approval completes a stage that needs all",
		file: stage,
		search: "needed.length > 0 && needed.every(isApproved)",
		replace: "needed.length > 0 && needed.some(isApproved)",
		test: decision,
	},
	{
		id: "stage-empty-is-complete",
		what: "a stage whose approvals were all skipped counts as approved",
		file: stage,
		search: 'if (requires === "ANY") return needed.some(isApproved);',
		replace: 'if (requires === "ANY") return needed.every(isApproved);',
		test: decision,
	},
	{
		id: "decision-counts-twice",
		what: "a repeated decision is not recognised",
		file: decide,
		search: 'if (earlier === "SAME") return null;',
		replace: "",
		test: decision,
	},
	{
		id: "decision-can-change",
		what: "an approver who has approved can reject",
		file: "shared/payment-requests/workflow/decide-approval.ts",
		search:
			'return approval.state === decidedStates[decision] ? "SAME" : "OTHER";',
		replace: 'return "SAME";',
		test: decision,
	},
	{
		id: "decision-any-stage",
		what: "an approver decides a stage that has not opened",
		file: decide,
		search: "if (round !== request.round || stage !== openStage)",
		replace: "if (round !== request.round)",
		test: decision,
	},
	{
		id: "decision-any-round",
		what: "a decision that was meant for a former round counts in the present one",
		file: decide,
		search: "if (round !== request.round || stage !== openStage)",
		replace: "if (stage !== openStage)",
		test: decision,
	},
	{
		id: "decision-any-version",
		what: "concurrent decisions overwrite each other",
		file: "shared/payment-requests/workflow/transition-items.store.ts",
		search: "`${version.condition} AND ${isInState}`",
		replace: "isInState",
		test: "test/functions/advance-workflow/concurrency.test.ts",
	},
	{
		id: "inbox-stays",
		what: "a decided approval stays in the inbox",
		file: "shared/payment-requests/workflow/transition-items.store.ts",
		search: "...closed.map(({ pk, sk }) => ({",
		replace: "...closed.slice(1).map(({ pk, sk }) => ({",
		test: "test/functions/advance-workflow/concurrency.test.ts",
	},
	{
		id: "export-torn",
		what: "an export shows a history beyond the state of its request",
		file: "tools/operator/export/payment-requests.ts",
		search: "version <= request.version",
		replace: "version > 0",
		test: "test/functions/advance-workflow/concurrency.test.ts",
		only: "27",
	},
	{
		id: "link-never-expires",
		what: "a link works after its 14 days",
		file: "functions/approval-page/open-link.ts",
		search: 'if (isExpired(claims, request.now)) return "EXPIRED";',
		replace: "",
		test: links,
	},
	{
		id: "link-forged",
		what: "a link works with any answer of KMS about its MAC",
		file: "functions/approval-page/open-link.ts",
		search: 'if (!verified.value) return "FORGED";',
		replace: "",
		test: links,
	},
	{
		id: "link-of-former-mail",
		what: "a link works although the approver was asked again since",
		file: asked,
		search: "approval?.askedAt && Date.parse(approval.askedAt) === askedAt",
		replace: "approval?.askedAt && Date.parse(approval.askedAt) >= askedAt",
		test: links,
	},
	{
		id: "link-of-inactive",
		what: "the link of a deactivated user works",
		file: asked,
		search: 'if (!user?.active) return "INACTIVE";',
		replace: 'if (!user) return "INACTIVE";',
		test: links,
	},
	{
		id: "link-while-suspended",
		what: "a link decides for a suspended organization",
		file: "functions/approval-page/decision/route.ts",
		search: "if (link.isSuspended) throw suspendedOrganization();",
		replace: "",
		test: links,
	},
	{
		id: "mailed-each-decision",
		what: "the requester gets a mail although others still have to decide",
		file: "functions/approval-mailer/tell-requester.ts",
		search: 'cause && state !== "PENDING" && decisionOf(cause)',
		replace: "cause && decisionOf(cause)",
		test: transitions,
	},
	{
		id: "approved-too-early",
		what: "an event says that a request is approved after its first approval",
		file: "shared/events/transition-events.ts",
		search: 'COMPLETED: "Payment Request Approved",',
		replace: 'APPROVED: "Payment Request Approved",',
		test: transitions,
	},
	{
		id: "requester-decides",
		what: "a requester decides although the policy forbids it",
		file: stage,
		search: "!selfApproval && round.requesters.includes(userId)",
		replace: "false && round.requesters.includes(userId) && selfApproval",
		test: approver,
	},
	{
		id: "requester-is-named",
		what: "a requester is named as approver although the policy forbids it",
		file: "shared/payment-requests/workflow/approver-checks.ts",
		search: "if (!request.selfApproval && requestersOf(request).includes(to))",
		replace: "if (requestersOf(request).length < 0)",
		test: approver,
	},
	{
		id: "file-changes-final",
		what: "an organization file changes a request that is rejected or cancelled",
		file: "shared/payment-requests/workflow/decide-elsewhere.ts",
		search: "if (endsAnAdvance(before))",
		replace: "if (endsAnAdvance(before) && before === state)",
		test: files,
	},
	{
		id: "asked-though-decided",
		what: "an approver is asked about a request that is decided",
		file: "functions/approval-mailer/ask-approvers.ts",
		search: 'approval?.state !== "OPEN" || approval.askedAt === null',
		replace: "!approval || approval.askedAt === null",
		test: "test/functions/approval-mailer/mails.test.ts",
	},
	{
		id: "asked-again-twice",
		what: "a repeated request ask-again asks everyone again",
		file: "tools/operator/payment-requests/ask-again.ts",
		search: "Date.parse(askedAt) < Date.parse(askedBefore)",
		replace: "Date.parse(askedAt) > 0",
		test: "test/tools/operator/ask-again.test.ts",
	},
];
