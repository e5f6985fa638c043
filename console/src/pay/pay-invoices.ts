import { batch } from "@preact/signals";
import { Big } from "big.js";
import type { Invoice } from "../../../client/src/generated/openapi.ts";
import { navigate } from "../app/address.ts";
import type { FilePayment, RowTexts } from "../reader/messages.ts";
import { askReader } from "../reader/reader.ts";
import type { Session } from "../service/session.ts";
import { checkRows } from "./check-rows.ts";
import { fileName, isFromInvoices, names, rows, startAnew } from "./flow.ts";
import type { PayRow } from "./rows.ts";

/** What all payments of a run have in common. Each payment can be corrected in the check. */
export type CommonTexts = Pick<RowTexts, "utr" | "paymentDate" | "narration">;

/** Reads what was typed as it would be read in a file. */
export async function readCommon(texts: CommonTexts) {
	const { payment, problems } = await askReader("correct", {
		texts: { ...texts, invoiceId: "any", amount: "1" },
	});
	return { common: payment, problems };
}

/** Prepares a run that pays what is due on invoices, without any file, and shows its check. */
export async function payInvoices(
	session: Session,
	invoices: readonly Invoice[],
	name: string,
	common: FilePayment,
) {
	startAnew();
	batch(() => {
		fileName.value = name;
		isFromInvoices.value = true;
		names.value = {
			vendors: [],
			find: () => [],
			open: new Map(),
			isIncomplete: false,
		};
		rows.value = invoices.map((invoice, index) =>
			toRow(invoice, index + 1, common),
		);
	});
	navigate(`${session.base}/pay?step=check`);
	await checkRows(session);
}

/** A number in JavaScript keeps no more digits than a file may have. */
const digitsMax = 15;

function toRow(
	{ id, due }: Invoice,
	number: number,
	common: FilePayment,
): PayRow {
	const amount = new Big(due).toFixed();
	const isLong = amount.replace(/^0+|\D/g, "").length > digitsMax;
	const payment = { ...common, invoiceId: id, amount };
	return {
		number,
		texts: payment,
		...(isLong
			? {
					problems: [
						{ code: "AMOUNT", message: `it has more than ${digitsMax} digits` },
					],
				}
			: { payment, problems: [] }),
		isHidden: false,
		isTotal: false,
		isLeftOut: false,
		isChanged: true,
	};
}
