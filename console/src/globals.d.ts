/** The address of the script that reads files, which the build sets. */
declare const WORKER_ADDRESS: string;
