import { attemptShowCommand } from "./attempt-commands.ts";
import {
	batchHoldCommand,
	batchListCommand,
	batchReleaseCommand,
	batchShowCommand,
	batchWatchCommand,
} from "./batch-commands.ts";
import type { Command } from "./command.ts";
import { dlqListCommand, dlqRedriveCommand } from "./dead-letter-commands.ts";
import {
	invoiceLockCommand,
	invoiceUnlockCommand,
} from "./invoice-commands.ts";
import {
	keyCreateCommand,
	keyGrantCommand,
	keyListCommand,
	keyRevokeCommand,
	keyRotateCommand,
} from "./key-commands.ts";
import {
	exportCommand,
	importCommand,
	reindexCommand,
} from "./organization-commands.ts";
import {
	invoiceListCommand,
	invoiceShowCommand,
	orderListCommand,
	orderShowCommand,
	requestListCommand,
	requestShowCommand,
} from "./record-commands.ts";

/** The operator's commands (contract 5), by name. */
export const commands: ReadonlyMap<string, Command> = new Map([
	["import", importCommand],
	["export", exportCommand],
	["key create", keyCreateCommand],
	["key list", keyListCommand],
	["key revoke", keyRevokeCommand],
	["key rotate", keyRotateCommand],
	["key grant", keyGrantCommand],
	["invoice list", invoiceListCommand],
	["invoice show", invoiceShowCommand],
	["invoice lock", invoiceLockCommand],
	["invoice unlock", invoiceUnlockCommand],
	["order list", orderListCommand],
	["order show", orderShowCommand],
	["request list", requestListCommand],
	["request show", requestShowCommand],
	["attempt show", attemptShowCommand],
	["batch list", batchListCommand],
	["batch show", batchShowCommand],
	["batch watch", batchWatchCommand],
	["batch hold", batchHoldCommand],
	["batch release", batchReleaseCommand],
	["dlq list", dlqListCommand],
	["dlq redrive", dlqRedriveCommand],
	["reindex", reindexCommand],
]);
