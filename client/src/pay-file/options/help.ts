export const usage =
	"Usage: procurement-payments-client pay <file.csv> --url <url> [options]";

export const help = `${usage}

Pays the invoices of a CSV file: a row is a payment. Every row is checked before anything is paid. If the run is
interrupted, run the same command again: it continues, and pays nothing twice.

  --url <url>               of the service, such as https://api.example.com
  --dry-run                 checks every row against the records and pays nothing
  --columns <field=header>  the column of a field, such as slug=Invoice,amount=Paid; fields are slug, amount, utr,
                            narration and paymentDate
  --date-format <format>    of dates such as 03/04/2026: day-first, month-first or year-first
  --delimiter <character>   between the columns: , (default), ; or tab
  --allow-repeats           rows with the same slug and UTR are payments of their own
  --skip-bad-rows           pays the other rows when some are bad
  --resume                  pays the rest of a file whose last run is more than a day ago
  --results <file>          where to write the result of each row; default: beside the file
  --api-key-file <file>     has the API key, alone; default: the environment variable PROCUREMENT_PAYMENTS_API_KEY
  --help                    shows this

The API key needs the permissions payments:mark-paid, invoices:read and organization:read.

Exit codes:
  0    every row is paid (--dry-run: can be paid)
  1    some rows are not paid; the result file says why
  2    wrong options, bad rows, a file that cannot be opened, or --resume is needed; this run has paid nothing
  3    it cannot be found out whether some rows were paid; they are named
  4    the run stopped: the service cannot be used, a file cannot be written, or another run pays this file; run again
  130  interrupted; run again
`;
