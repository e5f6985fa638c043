/** Answers `npm start -- --help`. */
export const help = `Runs the whole service on this machine, as it would be deployed.

npm start -- [options]

  --port <n>         port of the API; 0 picks a free one (default 3000)
  --org <file>       organization file to import, may be repeated (default: the demo organization)
  --data-dir <dir>   directory of the store (default .local)
  --memory           keeps nothing on disk; mails and events are not sent
  --webhook <url>    posts each event to this URL of this machine, as EventBridge would
  --watch            bundles a function again when its code changes, and uses it from the next request on
  --quiet            prints READY, warnings and errors only
  --json-logs        prints the functions' log lines as they are on AWS
  --help             prints this text

Environment variables

  PORT               port of the API, without --port
  DYNAMODB_ENDPOINT  URL of a DynamoDB-compatible engine, used in place of the one that is started
  NO_COLOR           no colours

Standard output has one line, READY <url>; everything else goes to standard error.
`;
