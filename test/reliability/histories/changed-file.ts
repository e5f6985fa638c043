import type { OrganizationFile } from "../../../tools/organization-files/schema.ts";
import { movedAdvance, organization } from "../organization.ts";
import type { ImportedChange } from "./step.ts";

type ChangedFile = OrganizationFile &
	Required<Pick<OrganizationFile, "invoices" | "vendors">>;

/** The organization's file with a change. */
export function changedFile(change: ImportedChange): ChangedFile {
	const { invoices = [], vendors = [], ...file } = organization();
	return { ...file, invoices, vendors, ...changes[change] };
}

const invoice = (slug: string, amount: number) => ({
	slug,
	vendorId: "v-1",
	state: "APPROVED",
	amount,
});

const changes: Record<ImportedChange, Partial<ChangedFile>> = {
	NONE: {},
	VENDORS: {
		vendors: [
			{ id: "v-1", name: "Steel Traders" },
			{ id: "v-2", name: "Renamed" },
			{ id: "v-3", name: "New" },
		],
	},
	LARGER_INVOICE: { invoices: [invoice("inv-5", 150)] },
	SMALLER_INVOICE: { invoices: [invoice("inv-4", 60)] },
	NUMBERED_INVOICE: {
		invoices: [{ ...invoice("inv-own", 100), invoiceNumber: "N-2" }],
	},
	MOVED_ADVANCE: { advances: movedAdvance },
};
