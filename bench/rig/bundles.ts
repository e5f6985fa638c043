import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { synthesize } from "../../tools/local/template/synthesize.ts";
import {
	readTemplate,
	type Template,
} from "../../tools/local/template/template.ts";
import { bundleConventional } from "../conventional/bundle.ts";
import { conventionalEnvironment } from "../conventional/store.ts";
import { bundleFloor } from "../floor/bundle.ts";

export interface FunctionBundle {
	name: string;
	path: string;
	environment: Record<string, string>;
	memoryMegabytes: number;
}

export interface Bundles extends Disposable {
	table: Template["table"];
	/** As they are deployed, from the synthesized template. */
	service: FunctionBundle[];
	markAsPaid: FunctionBundle;
	paymentWorker: FunctionBundle;
	paymentRuns: FunctionBundle;
	createInvoices: FunctionBundle;
	readRecords: FunctionBundle;
	vendorAdvance: FunctionBundle;
	advanceWorkflow: FunctionBundle;
	readAttempts: FunctionBundle;
	conventionalMarkAsPaid: FunctionBundle;
	conventionalWorker: FunctionBundle;
	conventionalCreateInvoices: FunctionBundle;
	conventionalReadInvoices: FunctionBundle;
	conventionalReadAttempt: FunctionBundle;
	/** The AWS SDK alone: the kinds of calls that a first payment makes. */
	sdkAlone: FunctionBundle;
	/** Answers at once. */
	empty: FunctionBundle;
}

export async function makeBundles(): Promise<Bundles> {
	const { table, functions } = readTemplate(await synthesize());
	const service = functions.map(({ codePath, ...rest }) => ({
		...rest,
		path: join(codePath, "index.js"),
	}));
	const outdir = mkdtempSync(join(tmpdir(), "conventional-"));
	return {
		table,
		service,
		markAsPaid: named(service, "MarkAsPaid"),
		paymentWorker: named(service, "PaymentWorker"),
		paymentRuns: named(service, "PaymentRuns"),
		createInvoices: named(service, "CreateInvoices"),
		readRecords: named(service, "ReadRecords"),
		vendorAdvance: named(service, "VendorAdvance"),
		advanceWorkflow: named(service, "AdvanceWorkflow"),
		readAttempts: named(service, "ReadAttempts"),
		conventionalMarkAsPaid: conventional("mark-as-paid", outdir),
		conventionalWorker: conventional("payment-worker", outdir),
		conventionalCreateInvoices: conventional("create-invoices", outdir),
		conventionalReadInvoices: conventional("read-invoices", outdir),
		conventionalReadAttempt: conventional("read-attempt", outdir),
		sdkAlone: await floor("sdk-alone", outdir),
		empty: await floor("empty", outdir),
		[Symbol.dispose]: () => rmSync(outdir, { recursive: true }),
	};
}

function named(functions: FunctionBundle[], part: string): FunctionBundle {
	const found = functions.find(({ name }) => name.includes(part));
	if (!found) throw new Error(`The template has no function ${part}`);
	return found;
}

const conventional = (name: string, outdir: string): FunctionBundle =>
	notDeployed(`conventional-${name}`, bundleConventional(name, outdir));

const floor = async (name: string, outdir: string): Promise<FunctionBundle> =>
	notDeployed(name, await bundleFloor(name, outdir));

const notDeployed = (name: string, path: string): FunctionBundle => ({
	name,
	path,
	environment: conventionalEnvironment,
	memoryMegabytes: 1024,
});
