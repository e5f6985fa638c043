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
import { loadLaterSteps } from "../pay/load-later-steps.ts";
import type { Permission } from "../service/session.ts";
import type { LoadFile } from "./page-file.tsx";

export interface Section {
	/** The path below the organization's address. */
	path: string;
	name: string;
	Icon: () => ComponentChildren;
	/** Any one of these permissions opens the section. If there are none, everybody may open it. */
	permissions: readonly Permission[];
	/** Loads the page, which is a file of its own, so that other pages do not load it first. */
	load: LoadFile;
	/** The page of one record. */
	loadRecord?: LoadFile;
	/** Loads what the page shows only after something was done there. */
	loadLater?: LoadFile;
}

const home: Section = {
	path: "",
	name: "Home",
	Icon: HomeIcon,
	permissions: [],
	load: async () => (await import("../home/home-page.tsx")).HomePage,
};

const approvals: Section = {
	path: "approvals",
	name: "Approvals",
	Icon: ApprovalsIcon,
	permissions: ["payments:approve"],
	load: async () => (await import("../approvals/inbox-page.tsx")).InboxPage,
	loadRecord: async () =>
		(await import("../approvals/request-page.tsx")).RequestPage,
};

const invoices: Section = {
	path: "invoices",
	name: "Invoices",
	Icon: InvoicesIcon,
	permissions: ["invoices:read"],
	load: async () =>
		(await import("../invoices/invoices-page.tsx")).InvoicesPage,
	loadRecord: async () =>
		(await import("../invoices/invoice-page.tsx")).InvoicePage,
};

const pay: Section = {
	path: "pay",
	name: "Pay a file",
	Icon: FileIcon,
	permissions: ["payments:prepare"],
	load: async () => (await import("../pay/pages.ts")).PayPage,
	loadLater: loadLaterSteps,
};

const runs: Section = {
	path: "runs",
	name: "Payment runs",
	Icon: RunsIcon,
	permissions: ["payments:prepare", "payments:release", "payments:read"],
	load: async () => (await import("../runs/runs-page.tsx")).RunsPage,
	loadRecord: async () => (await import("../runs/run-page.tsx")).RunPage,
};

const advances: Section = {
	path: "advances",
	name: "Advances",
	Icon: AdvancesIcon,
	permissions: ["payments:read"],
	load: async () =>
		(await import("../advances/advances-page.tsx")).AdvancesPage,
	loadRecord: async () =>
		(await import("../advances/advance-page.tsx")).AdvancePage,
};

const orders: Section = {
	path: "orders",
	name: "Purchase orders",
	Icon: OrdersIcon,
	permissions: ["procurement:read"],
	load: async () => (await import("../orders/orders-page.tsx")).OrdersPage,
	loadRecord: async () => (await import("../orders/order-page.tsx")).OrderPage,
};

const vendors: Section = {
	path: "vendors",
	name: "Vendors",
	Icon: VendorsIcon,
	permissions: ["vendors:read"],
	load: async () => (await import("../vendors/vendors-page.tsx")).VendorsPage,
	loadRecord: async () =>
		(await import("../vendors/vendor-page.tsx")).VendorPage,
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
