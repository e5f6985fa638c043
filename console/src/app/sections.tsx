import type { ComponentChildren } from "preact";
import {
	AdvancesIcon,
	ApprovalsIcon,
	FileIcon,
	HomeIcon,
	InvoicesIcon,
	OrdersIcon,
	RunsIcon,
	VendorsIcon,
} from "../parts/icons.tsx";
import type { Permission } from "../service/session.ts";

export interface Section {
	/** Below the organization's address. */
	path: string;
	name: string;
	Icon: () => ComponentChildren;
	/** Any of them opens it; without one, everybody may. */
	permissions: readonly Permission[];
	/** Its pages are files of their own, which the first page of another section does not load. */
	load: () => Promise<SectionPages>;
}

export interface SectionPages {
	Page: () => ComponentChildren;
	/** The page of one record. */
	Record?: (properties: { id: string }) => ComponentChildren;
}

const home: Section = {
	path: "",
	name: "Home",
	Icon: HomeIcon,
	permissions: [],
	load: () => import("../home/pages.ts"),
};

const approvals: Section = {
	path: "approvals",
	name: "Approvals",
	Icon: ApprovalsIcon,
	permissions: ["payments:approve"],
	load: () => import("../approvals/pages.ts"),
};

const invoices: Section = {
	path: "invoices",
	name: "Invoices",
	Icon: InvoicesIcon,
	permissions: ["invoices:read"],
	load: () => import("../invoices/pages.ts"),
};

const pay: Section = {
	path: "pay",
	name: "Pay a file",
	Icon: FileIcon,
	permissions: ["payments:prepare"],
	load: () => import("../pay/pages.ts"),
};

const runs: Section = {
	path: "runs",
	name: "Payment runs",
	Icon: RunsIcon,
	permissions: ["payments:prepare", "payments:release", "payments:read"],
	load: () => import("../runs/pages.ts"),
};

const advances: Section = {
	path: "advances",
	name: "Advances",
	Icon: AdvancesIcon,
	permissions: ["payments:read"],
	load: () => import("../advances/pages.ts"),
};

const orders: Section = {
	path: "orders",
	name: "Purchase orders",
	Icon: OrdersIcon,
	permissions: ["procurement:read"],
	load: () => import("../orders/pages.ts"),
};

const vendors: Section = {
	path: "vendors",
	name: "Vendors",
	Icon: VendorsIcon,
	permissions: ["vendors:read"],
	load: () => import("../vendors/pages.ts"),
};

/** The sections of the console, in the groups in which they are listed. */
export const sectionGroups: readonly {
	name?: string;
	sections: readonly Section[];
}[] = [
	{ sections: [home, approvals] },
	{ name: "Payments", sections: [invoices, pay, runs] },
	{ name: "Purchasing", sections: [orders, advances, vendors] },
];

export const sections = sectionGroups.flatMap((group) => group.sections);
