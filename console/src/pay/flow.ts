/** What the page "Pay a file" holds. It stays when another page is opened in between. */
import { batch, computed, signal } from "@preact/signals";
import type { PaymentRun } from "../../../client/src/generated/openapi.ts";
import { findSimilarNumber } from "../../../client/src/payment-file/payments/similar-number.ts";
import { toComparable } from "../../../client/src/payment-file/payments/vendors.ts";
import type {
	DateOrder,
	Delimiter,
	Field,
	FieldPositions,
	OpenedBook,
	ReadTable,
	RowTexts,
} from "../reader/messages.ts";
import { askReader, UnreadableFile } from "../reader/reader.ts";
import {
	giveWay,
	type LeaveOut,
	openRun,
	requireSize,
	TooManyPayments,
	toRunName,
	walkCheck,
} from "../runs/prepare.ts";
import { type Failure, toFailure } from "../service/failure.ts";
import { may, type Session } from "../service/session.ts";
import {
	type ColumnUse,
	recallColumns,
	rememberColumns,
} from "./column-memory.ts";
import {
	findProposals,
	findVendorQuestions,
	type KnownNames,
	type NameAnswers,
	nameInvoice,
	readNames,
} from "./names.ts";
import {
	isPayment,
	type PayRow,
	problemsOf,
	type RunEntry,
	toEntry,
	toPayRow,
} from "./rows.ts";

export interface Busy {
	label: string;
	done: number;
	total: number;
}

export const busy = signal<Busy | undefined>(undefined);
/** Why the last step failed, in the words of a person. */
export const failure = signal<Failure | undefined>(undefined);

export const fileName = signal("");
export const book = signal<OpenedBook | undefined>(undefined);
export const table = signal<ReadTable | undefined>(undefined);
export const uses = signal<Readonly<Record<number, ColumnUse>>>({});
/** The columns have been used like this before. */
export const isRemembered = signal(false);
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
/** It was there before this page prepared it. */
export const isFound = signal(false);
/** With which `leaveOut` the run was made. */
const checkedLeaveOut = signal("");

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
			checkedLeaveOut.value !== leaveOut.value.join()),
);

/** Does a step, shows how far it is, and says why it failed. @returns Whether it succeeded. */
async function perform(label: string, work: () => Promise<void>) {
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

/** What is wrong with the file itself. */
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

const report = (label: string, done: number, total: number) => {
	busy.value = { label, done, total };
};

/** Forgets the file. A run that was prepared stays a draft. */
export function startAnew() {
	batch(() => {
		fileName.value = "";
		book.value = table.value = names.value = run.value = undefined;
		failure.value = dateOrder.value = hiddenRows.value = undefined;
		uses.value = {};
		rows.value = [];
		notes.value = [];
		answers.value = { vendors: new Map(), confirmsProposals: false };
		leaveOut.value = ["ALREADY_RECORDED", "REPEATED"];
		isRemembered.value = isFound.value = false;
		runOfFile.value = undefined;
	});
}

export async function openFile(session: Session, file: File) {
	startAnew();
	return perform(`Reading ${file.name}`, async () => {
		const opened = await askReader("open", { file });
		batch(() => {
			fileName.value = file.name;
			book.value = opened;
		});
		dropped = file;
		if (opened.sheet !== undefined) await readSheet(session, opened.sheet);
	});
}

let dropped: File | undefined;

/** A text file can be split in several ways. */
export const splitAt = (session: Session, delimiter: Delimiter) =>
	perform("Reading the file", async () => {
		if (!dropped) return;
		book.value = await askReader("open", { file: dropped, delimiter });
		await readSheet(session, 0);
	});

export const chooseSheet = (
	session: Session,
	sheet: number,
	headingRow?: number,
) => perform("Reading the sheet", () => readSheet(session, sheet, headingRow));

async function readSheet(
	{ organization }: Session,
	sheet: number,
	headingRow?: number,
) {
	const read = await askReader(
		"read",
		{ sheet, headingRow },
		{
			onProgress: (share) =>
				report("Reading the file", Math.round(share * 100), 100),
		},
	);
	const recalled = recallColumns(organization.id, read);
	batch(() => {
		table.value = read;
		uses.value = recalled ?? presetUses(read);
		isRemembered.value = recalled !== undefined;
		rows.value = [];
		names.value = undefined;
	});
}

/** What the headings say for certain. A column about which there is a question is left for the person to choose. */
function presetUses({
	columns,
	fields,
	questions,
}: ReadTable): Record<number, ColumnUse> {
	const preset: Record<number, ColumnUse> = {};
	for (const { position } of columns) preset[position] = "NOT_USED";
	// Unchecked cast: the keys of positions are fields.
	for (const [field, position] of Object.entries(fields))
		preset[position] = field as Field;
	for (const { code, positions } of questions)
		if (code !== "NOT_USED")
			for (const position of positions) preset[position] = "";
	return preset;
}

export function setUse(position: number, use: ColumnUse) {
	batch(() => {
		uses.value = { ...uses.value, [position]: use };
		rows.value = [];
		names.value = undefined;
	});
}

export const fieldPositions = computed<FieldPositions>(() =>
	Object.fromEntries(
		Object.entries(uses.value).flatMap(([position, use]) =>
			use === "NOT_USED" || use === "" ? [] : [[use, Number(position)]],
		),
	),
);

/** Reads the rows by the columns that were chosen, and the names in them. */
export const readRows = (session: Session) =>
	perform("Reading the rows", async () => {
		const { value: read } = table;
		if (!read) return;
		rememberColumns(session.organization.id, read, uses.value);
		const found: PayRow[] = [];
		const { notes: described } = await askReader(
			"payments",
			{
				fields: fieldPositions.value,
				dateOrder: dateOrder.value,
				hiddenRows: hiddenRows.value,
			},
			{
				onRows(part) {
					for (const row of part) found.push(toPayRow(row));
					report("Reading the rows", found.length, read.rowCount);
				},
			},
		);
		const known = await readNames(session, found, (count) =>
			report(`Reading vendors and invoices (${count})`, 0, 0),
		);
		batch(() => {
			rows.value = found;
			notes.value = described;
			names.value = known;
		});
	});

/** Prepares the run of the rows as they are now, and checks it. */
export const checkRows = (session: Session) =>
	perform("Preparing the run", async () => {
		const named: NamedRow[] = [];
		for (const [index, row] of rows.value.entries()) {
			await giveWay(index);
			named.push(nameRow(row));
		}
		const sent = named.filter(
			(one): one is NamedRow & { entry: RunEntry } => one.entry !== undefined,
		);
		const former = run.value;
		if (sent.length === 0) {
			batch(() => {
				rows.value = named.map(({ row: { check: _, ...row } }) => ({
					...row,
					isChanged: false,
				}));
				// There is nothing that could be released any more.
				run.value = undefined;
			});
			await discardFormer(session, former);
			return;
		}
		const resources = sent.map(({ entry }) => entry);
		await requireSize(resources);
		report("Preparing the run", 0, 0);
		const startedAt = new Date(Date.now() - 60_000).toISOString();
		const opened = await openRun(session.client, {
			name: toRunName(fileName.value),
			resourceType: "INVOICE",
			resources,
			...(leaveOut.value.length > 0 && { leaveOut: [...leaveOut.value] }),
		});
		const label = `Checking ${fileName.value}`;
		const items =
			opened.run.state === "DRAFT"
				? await walkCheck(session, opened.run, {
						onProgress: (done) => report(label, done, opened.run.total),
					})
				: [];
		const positions = new Map(
			sent.map(({ row }, position) => [row.number, position]),
		);
		const checked = await suggestNumbers(
			session,
			named.map(({ row: { check: _, similar: _similar, ...row } }) => {
				const item = items[positions.get(row.number) ?? -1];
				return { ...row, isChanged: false, ...(item && { check: item }) };
			}),
		);
		batch(() => {
			rows.value = checked;
			run.value = opened.run;
			checkedLeaveOut.value = leaveOut.value.join();
			isFound.value =
				!opened.isNew &&
				opened.run.runId !== former?.runId &&
				(opened.run.createdAt < startedAt ||
					opened.run.createdBy?.userId !== session.userId);
			runOfFile.value = opened.run.runId;
		});
		await discardFormer(session, former, opened.run);
	});

/** Runs that another one has replaced, and whose discard was not answered yet. */
const replaced = new Set<string>();

/**
 * The new run is there before the former one goes, so that no list is ever lost. Nothing is released before the former
 * one has gone, so that no list is paid twice.
 */
async function discardFormer(
	session: Session,
	former: PaymentRun | undefined,
	next?: PaymentRun,
) {
	if (next) replaced.delete(next.runId);
	if (
		former?.state === "DRAFT" &&
		former.runId !== next?.runId &&
		former.createdBy?.userId === session.userId
	)
		replaced.add(former.runId);
	await discardReplaced(session);
}

export async function discardReplaced({ client }: Session) {
	for (const runId of replaced) {
		await client.discardPaymentRun(runId);
		replaced.delete(runId);
	}
}

interface NamedRow {
	row: PayRow;
	entry?: RunEntry;
}

function nameRow({ nameProblem: _, ...row }: PayRow): NamedRow {
	const { payment, isLeftOut } = row;
	if (!payment || isLeftOut || !isPayment(row) || !names.value) return { row };
	const named = nameInvoice(payment, names.value, answers.value);
	if ("message" in named) return { row: { ...row, nameProblem: named } };
	return { row, entry: toEntry(row, payment, named) };
}

/** More vendors and invoices are not looked at: the proposals are a help. */
const vendorsMax = 20;
const invoicesMax = 1_000;

/** Finds the open invoice of the vendor that may be meant by a number that does not exist. */
async function suggestNumbers(
	session: Session,
	checked: readonly PayRow[],
): Promise<readonly PayRow[]> {
	const missing = checked.filter(({ check }) => check?.reason === "NOT_FOUND");
	if (missing.length === 0 || !may(session, "invoices:read")) return checked;
	const vendors = new Set(
		missing.flatMap(({ check }) => check?.vendorId ?? []),
	);
	const open = new Map<string, string[]>();
	for (const vendorId of [...vendors].slice(0, vendorsMax)) {
		const numbers: string[] = [];
		for await (const { invoiceNumber } of session.client.listInvoices({
			vendorId,
			open: true,
			limit: 100,
		})) {
			if (invoiceNumber !== null) numbers.push(invoiceNumber);
			if (numbers.length >= invoicesMax) break;
		}
		open.set(vendorId, numbers);
	}
	return checked.map((row) => {
		const { reason, vendorId, invoiceNumber } = row.check ?? {};
		const similar =
			reason === "NOT_FOUND" && vendorId && invoiceNumber
				? findSimilarNumber(invoiceNumber, open.get(vendorId) ?? [])
				: undefined;
		return similar === undefined ? row : { ...row, similar };
	});
}

const replaceRow = (number: number, change: (row: PayRow) => PayRow) => {
	rows.value = rows.value.map((row) =>
		row.number === number ? change(row) : row,
	);
};

/** @returns What is wrong with what was typed; empty when the row was changed. */
export async function correctRow(number: number, texts: RowTexts) {
	const { payment, problems } = await askReader("correct", {
		texts,
		dateOrder: dateOrder.value,
	});
	if (!payment) return problems;
	replaceRow(number, ({ nameProblem: _, ...row }) => ({
		...row,
		payment,
		problems: [],
		isTotal: false,
		isLeftOut: false,
		correction: texts,
		isChanged: true,
	}));
	return [];
}

export const leaveRowOut = (number: number, isLeftOut: boolean) =>
	replaceRow(number, (row) => ({ ...row, isLeftOut, isChanged: true }));

/** Leaves out every row that has a problem. */
export function leaveProblemsOut() {
	rows.value = rows.value.map((row) =>
		problemsOf(row).length > 0
			? { ...row, isLeftOut: true, isChanged: true }
			: row,
	);
}
