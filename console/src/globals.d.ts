/** The address of the script that reads files; the build sets it. */
declare const WORKER_ADDRESS: string;
