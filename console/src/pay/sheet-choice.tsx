import {
	type Delimiter,
	delimiters,
} from "../../../client/src/payment-file/sheets/opened-file.ts";
import { Theirs } from "../parts/texts.tsx";
import { useSession } from "../service/session.ts";
import { book, fileName, table } from "./flow.ts";
import { chooseSheet, splitAt } from "./read-file.ts";

/** Lets a person choose which part of the file is read, and how. */
export function SheetChoice() {
	const session = useSession();
	const { value: opened } = book;
	const { value: read } = table;
	if (!opened) return null;
	const others = opened.sheets.filter(({ index }) => index !== read?.sheet);
	return (
		<section class="card sheet" aria-label="The file">
			<p class="file-name">
				<Theirs text={fileName.value} />
			</p>
			{opened.sheets.length > 1 && (
				<label>
					Sheet
					<select
						value={read?.sheet ?? ""}
						onChange={(event) =>
							void chooseSheet(session, Number(event.currentTarget.value))
						}
					>
						{!read && <option value="">Choose…</option>}
						{opened.sheets.map(({ index, name, isHidden }) => (
							<option key={index} value={index}>
								{name}
								{isHidden ? " (hidden)" : ""}
							</option>
						))}
					</select>
				</label>
			)}
			{read && (
				<label>
					Headings are in
					<select
						value={read.headingRow}
						onChange={(event) =>
							void chooseSheet(
								session,
								read.sheet,
								Number(event.currentTarget.value),
							)
						}
					>
						{read.start.map(({ number, texts }) => (
							<option key={number} value={number}>
								Row {number}: {shorten(texts)}
							</option>
						))}
					</select>
				</label>
			)}
			{opened.delimiter && (
				<label>
					Values are separated by
					<select
						value={opened.delimiter}
						onChange={(event) =>
							// Unchecked cast: the values are those of the options.
							void splitAt(session, event.currentTarget.value as Delimiter)
						}
					>
						{delimiters.map((one) => (
							<option key={one} value={one}>
								{delimiterNames[one]}
							</option>
						))}
					</select>
				</label>
			)}
			{read && others.length > 0 && (
				<p class="quiet small">
					Not read: {others.map(({ name }) => `“${name}”`).join(", ")}
				</p>
			)}
		</section>
	);
}

const delimiterNames: Readonly<Record<Delimiter, string>> = {
	",": "Commas",
	";": "Semicolons",
	"\t": "Tabs",
	"|": "Bars",
};

function shorten(texts: readonly string[]): string {
	const text = texts.filter((one) => one.trim() !== "").join(" · ");
	return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
