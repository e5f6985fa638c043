/** The state of the page "Pay a file". It is kept while another page is open. */
import { batch, computed, signal } from "@preact/signals";
import type { PaymentRun } from "../../../client/src/generated/openapi.ts";
import { toComparable } from "../../../client/src/payment-file/payments/vendors.ts";
import type { DateOrder, OpenedBook, ReadTable } from "../reader/messages.ts";
import { UnreadableFile } from "../reader/reader.ts";
import { type LeaveOut, TooManyPayments } from "../runs/prepare.ts";
import { type Failure, toFailure } from "../service/failure.ts";
import { readPatiently } from "../service/load.tsx";
import type { ColumnUse } from "./column-memory.ts";
import {
	findProposals,
	findVendorQuestions,
	type KnownNames,
	type NameAnswers,
} from "./names.ts";
import type { PayRow } from "./rows.ts";

export interface Busy {
	label: string;
	done: number;
	total: number;
}

export const busy = signal<Busy | undefined>(undefined);
/** Why the last step failed, in the words of a person. */
export const failure = signal<Failure | undefined>(undefined);

/** The name of the file, which becomes the name of the run. */
export const fileName = signal("");
/** Whether the rows are invoices that were chosen, so that there is no file. */
export const isFromInvoices = signal(false);
export const book = signal<OpenedBook | undefined>(undefined);
export const table = signal<ReadTable | undefined>(undefined);
export const uses = signal<Readonly<Record<number, ColumnUse>>>({});
/** Whether the columns are set as they were for an earlier file. */
export const isRemembered = signal(false);
/** Columns that hold something and would not be used, although nobody has said that they are not needed. */
export const unasked = signal<ReadonlySet<number>>(new Set());
export const dateOrder = signal<DateOrder | undefined>(undefined);
export const hiddenRows = signal<"PAY" | "LEAVE_OUT" | undefined>(undefined);

export const rows = signal<readonly PayRow[]>([]);
export const notes = signal<readonly string[]>([]);
export const names = signal<KnownNames | undefined>(undefined);
export const answers = signal<NameAnswers>({
	vendors: new Map(),
	confirmsProposals: false,
});
/** Warnings for which a payment is not made. */
export const leaveOut = signal<readonly LeaveOut[]>([
	"ALREADY_RECORDED",
	"REPEATED",
]);

/** The run that was checked. */
export const run = signal<PaymentRun | undefined>(undefined);
/** Whether the run was there before this page prepared it. */
export const isFound = signal(false);
/** The value of `leaveOut` with which the run was made. */
export const checkedLeaveOut = signal("");

/** The run of the file that is open in this tab, so that its results can have the columns of the file. */
export const runOfFile = signal<string | undefined>(undefined);

export const vendorQuestions = computed(() =>
	names.value ? findVendorQuestions(rows.value, names.value) : [],
);
export const proposals = computed(() =>
	names.value ? findProposals(rows.value, names.value) : [],
);
export const hasNameQuestions = computed(
	() =>
		vendorQuestions.value.some(
			({ text }) => !answers.value.vendors.has(toComparable(text)),
		) ||
		(proposals.value.length > 0 && !answers.value.confirmsProposals),
);
const hasProblem = (code: string) =>
	rows.value.some(({ problems }) => problems.some((one) => one.code === code));
export const asksDateOrder = computed(
	() => dateOrder.value === undefined && hasProblem("DATE_ORDER"),
);
export const asksHiddenRows = computed(
	() => hiddenRows.value === undefined && hasProblem("HIDDEN"),
);

export const changedRows = computed(
	() => rows.value.filter(({ isChanged }) => isChanged).length,
);
export const isOutdated = computed(
	() =>
		changedRows.value > 0 ||
		(run.value !== undefined &&
			(run.value.state === "DISCARDED" ||
				checkedLeaveOut.value !== leaveOut.value.join())),
);

/** Does a step, shows its progress, and says why it failed if it did. @returns Whether it succeeded. */
export async function perform(label: string, work: () => Promise<void>) {
	if (busy.value) return false;
	batch(() => {
		busy.value = { label, done: 0, total: 0 };
		failure.value = undefined;
	});
	try {
		await work();
		return true;
	} catch (error) {
		failure.value = toFileFailure(error) ?? toFailure(error);
		return false;
	} finally {
		busy.value = undefined;
	}
}

/** Reads within a step. The read survives a lost connection. */
export async function insist<Data>(read: () => Promise<Data>): Promise<Data> {
	const data = await readPatiently(read, (why) => {
		failure.value = why;
	});
	failure.value = undefined;
	return data;
}

/** Says what is wrong with the file itself, if the file is the cause of an error. */
function toFileFailure(error: unknown): Failure | undefined {
	const title =
		error instanceof UnreadableFile
			? "This file cannot be read"
			: error instanceof TooManyPayments
				? "These are too many payments for one run"
				: undefined;
	if (title === undefined || !(error instanceof Error)) return undefined;
	const text = `${error.message}.`.replace(/([.!?])\.$/, "$1");
	return { kind: "REFUSED", title, text, mayTryAgain: false };
}

export const report = (label: string, done: number, total: number) => {
	busy.value = { label, done, total };
};

/** Forgets the file. A run that was prepared stays a draft. */
export function startAnew() {
	batch(() => {
		fileName.value = "";
		book.value = table.value = names.value = run.value = undefined;
		failure.value = dateOrder.value = hiddenRows.value = undefined;
		uses.value = {};
		unasked.value = new Set();
		rows.value = [];
		notes.value = [];
		answers.value = { vendors: new Map(), confirmsProposals: false };
		leaveOut.value = ["ALREADY_RECORDED", "REPEATED"];
		isRemembered.value = isFound.value = isFromInvoices.value = false;
		runOfFile.value = undefined;
	});
}
