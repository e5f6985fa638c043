import type { Command } from "./command.ts";
import { attemptShowCommand } from "./commands/attempt-commands.ts";
import {
	batchHoldCommand,
	batchListCommand,
	batchReleaseCommand,
	batchShowCommand,
	batchStopCommand,
	batchWatchCommand,
} from "./commands/batch-commands.ts";
import {
	dlqListCommand,
	dlqRedriveCommand,
} from "./commands/dead-letter-commands.ts";
import { importCommand } from "./commands/import-command.ts";
import {
	invoiceLockCommand,
	invoiceUnlockCommand,
} from "./commands/invoice-commands.ts";
import {
	keyCreateCommand,
	keyFindCommand,
	keyGrantCommand,
	keyListCommand,
	keyRevokeCommand,
	keyRotateCommand,
} from "./commands/key-commands.ts";
import {
	auditCommand,
	compareCommand,
	exportCommand,
	listCommand,
	resumeCommand,
	suspendCommand,
} from "./commands/organization-commands.ts";
import { paymentsCommand } from "./commands/payments-command.ts";
import {
	invoiceListCommand,
	invoicePaymentsCommand,
	invoiceShowCommand,
	orderListCommand,
	orderShowCommand,
	requestAskAgainCommand,
	requestHistoryCommand,
	requestListCommand,
	requestShowCommand,
} from "./commands/record-commands.ts";
import {
	userGrantCommand,
	userListCommand,
	userRevokeCommand,
	userSignOutCommand,
	userUnbindCommand,
} from "./commands/user-commands.ts";

/** The operator's commands (contract 5), by name. */
export const commands: ReadonlyMap<string, Command> = new Map([
	["import", importCommand],
	["export", exportCommand],
	["compare", compareCommand],
	["payments", paymentsCommand],
	["list", listCommand],
	["audit", auditCommand],
	["suspend", suspendCommand],
	["resume", resumeCommand],
	["key create", keyCreateCommand],
	["key find", keyFindCommand],
	["key list", keyListCommand],
	["key revoke", keyRevokeCommand],
	["key rotate", keyRotateCommand],
	["key grant", keyGrantCommand],
	["user list", userListCommand],
	["user grant", userGrantCommand],
	["user revoke", userRevokeCommand],
	["user unbind", userUnbindCommand],
	["user sign-out", userSignOutCommand],
	["invoice list", invoiceListCommand],
	["invoice show", invoiceShowCommand],
	["invoice payments", invoicePaymentsCommand],
	["invoice lock", invoiceLockCommand],
	["invoice unlock", invoiceUnlockCommand],
	["order list", orderListCommand],
	["order show", orderShowCommand],
	["request list", requestListCommand],
	["request show", requestShowCommand],
	["request history", requestHistoryCommand],
	["request ask-again", requestAskAgainCommand],
	["attempt show", attemptShowCommand],
	["batch list", batchListCommand],
	["batch show", batchShowCommand],
	["batch watch", batchWatchCommand],
	["batch stop", batchStopCommand],
	["batch hold", batchHoldCommand],
	["batch release", batchReleaseCommand],
	["dlq list", dlqListCommand],
	["dlq redrive", dlqRedriveCommand],
]);
