import { useSignal } from "@preact/signals";
import { UploadIcon } from "../parts/icons.tsx";
import { count } from "../parts/money.tsx";
import { may, useSession } from "../service/session.ts";
import { writeOpenInvoices } from "./file-to-fill-in.ts";
import { book, fileName, insist, perform, report } from "./flow.ts";
import { openFile } from "./read-file.ts";
import { goToStep } from "./steps.ts";

export function FileStep() {
	const session = useSession();
	const isOver = useSignal(false);
	const open = async (files: FileList | null | undefined) => {
		const [file] = files ?? [];
		if (file && (await openFile(session, file))) goToStep("columns");
	};
	return (
		<div class="file-step">
			<label
				class={`drop ${isOver.value ? "over" : ""}`}
				onDragOver={(event) => {
					event.preventDefault();
					isOver.value = true;
				}}
				onDragLeave={() => {
					isOver.value = false;
				}}
				onDrop={(event) => {
					event.preventDefault();
					isOver.value = false;
					void open(event.dataTransfer?.files);
				}}
			>
				<UploadIcon />
				<span class="drop-title">Drop an Excel or CSV file here</span>
				<span class="button primary">Choose a file</span>
				<input
					type="file"
					accept=".xlsx,.csv,.txt,.tsv"
					class="visually-hidden"
					onChange={({ currentTarget: input }) => {
						void open(input.files).finally(() => {
							// This allows the same file to be chosen again once it was corrected.
							input.value = "";
						});
					}}
				/>
				<span class="quiet">
					It is read here, in your browser. Nothing is sent before you have seen
					what is in it.
				</span>
			</label>
			{book.value && (
				<p class="notice">
					<span>
						<b>{fileName.value}</b> is open.
					</span>{" "}
					<button
						type="button"
						class="link"
						onClick={() => goToStep("columns")}
					>
						Go on with it
					</button>
				</p>
			)}
			<section class="card" aria-labelledby="no-file">
				<h2 id="no-file">No file yet?</h2>
				<p class="quiet">
					A row is one payment: the invoice number, the vendor and the amount,
					and if you have them the UTR, the payment date and a narration.
				</p>
				<div class="buttons">
					<button type="button" onClick={() => void save(false)}>
						Download an example
					</button>
					{may(session, "invoices:read") && (
						<button type="button" onClick={() => void save(true)}>
							Download the open invoices to fill in
						</button>
					)}
				</div>
			</section>
		</div>
	);

	function save(hasInvoices: boolean) {
		const label = "Preparing the file";
		return perform(label, () =>
			insist(() =>
				writeOpenInvoices(session, hasInvoices, (read) =>
					report(`${label} (${count(read, "open invoice")})`, 0, 0),
				),
			),
		);
	}
}
