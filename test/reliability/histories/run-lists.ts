import { chunkResourcesMax } from "../../../shared/batches/chunks/to-chunks.store.ts";

/** An entry of a run as histories send it. */
export interface ListedEntry {
	slug?: string;
	vendorId?: string;
	invoiceNumber?: string;
	amount: number;
	utr?: string;
	paymentDate?: string;
}

/** The lists of payments that runs are made of. They share UTRs, so that one run finds what another one has recorded. */
export const runLists = {
	FEW: [
		{ slug: "inv-0", amount: 0.5, utr: "U1" },
		{ slug: "inv-0", amount: 0.5, utr: " u\u200b1" },
		{ slug: "inv-1", amount: 1 },
		{ slug: "inv-1", amount: 1, paymentDate: "2020-01-01" },
		{ vendorId: "v-1", invoiceNumber: "N-1", amount: 2, utr: "U2" },
		{ vendorId: "v-1", invoiceNumber: "none", amount: 1 },
	],
	OTHERS: [
		{ slug: "inv-0", amount: 0.7, utr: "U1" },
		{ slug: "inv-1", amount: 1 },
		{ slug: "inv-4", amount: 60 },
		{ slug: "inv-4", amount: 60 },
		{ slug: "inv-3", amount: 1 },
		{ slug: "missing", amount: 1 },
	],
	MANY: Array.from({ length: chunkResourcesMax + 10 }, (_, index) => ({
		slug: `inv-${index % 4}`,
		amount: 0.01,
		utr: `M${index}`,
	})),
} satisfies Record<string, ListedEntry[]>;

export type RunList = keyof typeof runLists;

/** What a run pays, and what it leaves out. */
export interface RunContent {
	list: RunList;
	leaveOut: ("ALREADY_RECORDED" | "REPEATED")[];
	repeatOf?: string;
}

/** Two runs have the same name exactly when they have the same content. */
export const toName = ({ list, leaveOut, repeatOf = "" }: RunContent) =>
	[list, ...leaveOut, repeatOf].join(" ");

/** The entries of a run, by its name. */
export const entriesOf = (name: string): readonly ListedEntry[] =>
	// Unchecked cast: names of runs begin with their list.
	runLists[name.split(" ")[0] as RunList];

export const toSentRun = (content: RunContent) => {
	const { list, leaveOut, repeatOf } = content;
	return {
		name: toName(content),
		resourceType: "INVOICE",
		resources: runLists[list],
		leaveOut,
		...(repeatOf !== undefined && { repeatOf }),
	};
};
