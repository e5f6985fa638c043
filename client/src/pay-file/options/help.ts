export const usage =
	"Usage: procurement-payments-client pay <file> --url <url> [options]";

export const openInvoicesUsage =
	"Usage: procurement-payments-client open-invoices [<file.csv>] --url <url> [options]";

export const reverseUsage =
	"Usage: procurement-payments-client reverse <results.csv> --url <url> --reason <text> [options]";

export const openInvoicesHelp = `${openInvoicesUsage}

Writes the approved invoices on which something is due to a new CSV file, open-invoices.csv. Fill in amounts and UTRs, delete
the rows that are not to be paid, and pay the file.

  --vendor <name or id>     only those of this vendor
  --due-by <date>           only those that are due by this day, such as 2026-11-30
  --api-key-file <file>     has the API key, alone; default: the environment variable PROCUREMENT_PAYMENTS_API_KEY

The API key needs the permissions invoices:read and vendors:read.
`;

export const reverseHelp = `${reverseUsage}

Reverses the payments of a result file: of each row that is DONE. A payment is not deleted, but marked as reversed, and its
amount is due again. Every payment is checked first. If the run is interrupted, run the same command again: it continues.

  --url <url>               of the service, such as https://api.example.com
  --reason <text>           why; it stays with the payments
  --dry-run                 checks every row against the records and reverses nothing
  --skip-bad-rows           reverses the other rows when some are bad
  --yes                     reverses without asking; a script needs it
  --results <file>          where to write the result of each row; default: next to the file
  --api-key-file <file>     has the API key, alone; default: the environment variable PROCUREMENT_PAYMENTS_API_KEY

The API key needs the permissions payments:reverse, invoices:read and organization:read. Exit codes are those of pay.
`;

export const help = `${usage}

Pays the invoices of an Excel workbook (.xlsx) or a CSV file: a row is a payment. It names the invoice by its number, or by its
id. Every row is checked before anything is paid. If the run is interrupted, run the same command again: it continues, and
pays nothing twice.

  --url <url>               of the service, such as https://api.example.com
  --dry-run                 checks every row against the records and pays nothing
  --columns <field=header>  the column of a field, such as invoiceNumber=Bill,amount=Paid; fields are invoiceId,
                            invoiceNumber, vendorId, vendor, amount, utr, narration and paymentDate
  --date-format <format>    of dates such as 03/04/2026: day-first, month-first or year-first
  --delimiter <character>   between the columns of a CSV file: , ; | or tab; default: as the header has it
  --allow-repeats           pays a row that has the invoice and the UTR of another one, or that is recorded already
  --skip-bad-rows           pays the other rows when some are bad
  --yes                     pays without asking, also where a date or a currency is unusual, a number has no vendor, or
                            no column has the UTR
  --resume                  pays the rest of a file whose last run is more than a day ago
  --results <file>          where to write the result of each row; default: next to the file
  --api-key-file <file>     has the API key, alone; default: the environment variable PROCUREMENT_PAYMENTS_API_KEY
  --help                    shows this

"open-invoices" writes the open invoices as a file to fill in: procurement-payments-client open-invoices --help
"reverse" undoes what a run has paid, by its result file: procurement-payments-client reverse --help

The API key needs the permissions payments:mark-paid, invoices:read and organization:read, and vendors:read if the file has
the vendors' names.

Exit codes:
  0    every row is paid (--dry-run: can be paid)
  1    some rows are not paid; the result file says why
  2    wrong options, bad rows, a file that cannot be opened, or --resume is needed; this run has paid nothing
  3    it cannot be found out whether some rows were paid; they are named
  4    the run stopped: the service cannot be used, a file cannot be written, or another run works on this file; run again
  130  interrupted; run again
`;
