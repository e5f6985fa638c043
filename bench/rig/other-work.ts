import { existsSync, readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

/** Share of the processors' time above which a sample is not trusted. */
const otherWorkShareMax = 0.05;
/** CPU times have a resolution of a tick, 10 ms. */
const ticksPerSecond = 100;
const ticksOfRounding = 2;

/** What the machine does in addition to the benchmark, from now on: work of other processes, and time that the hypervisor takes. */
export function startOtherWorkMeter() {
	const before = readTicks();
	const startedAt = performance.now();
	return {
		/** Always false where the system has no `/proc`. */
		isDisturbing(): boolean {
			const seconds = (performance.now() - startedAt) / 1000;
			const ticks = readTicks() - before - ticksOfRounding;
			const all = seconds * ticksPerSecond * availableParallelism();
			return ticks / all > otherWorkShareMax;
		},
	};
}

/** Returns the CPU time of the machine less that of this process and its descendants. */
function readTicks(): number {
	if (!existsSync("/proc/stat")) return 0;
	const [machine = ""] = readFileSync("/proc/stat", "utf8").split("\n");
	const [, user = 0, nice = 0, system = 0, , , , , steal = 0] = machine
		.split(/ +/)
		.map(Number);
	return user + nice + system + steal - ticksOfTree();
}

interface Process {
	parent: number;
	/** Its own and that of its children that have ended. */
	ticks: number;
}

function ticksOfTree(): number {
	const processes = readProcesses();
	const isOurs = (id: number): boolean => {
		if (id === process.pid) return true;
		const parent = processes.get(id)?.parent;
		return parent !== undefined && isOurs(parent);
	};
	return [...processes]
		.filter(([id]) => isOurs(id))
		.reduce((sum, [, { ticks }]) => sum + ticks, 0);
}

function readProcesses(): Map<number, Process> {
	const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
	return new Map(
		ids.flatMap((id) => {
			const found = readProcess(id);
			return found ? [[Number(id), found]] : [];
		}),
	);
}

/** proc(5): the name, in parentheses, may contain spaces. */
function readProcess(id: string): Process | undefined {
	try {
		const stat = readFileSync(`/proc/${id}/stat`, "utf8");
		const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
		const ticks = fields.slice(11, 15).map(Number);
		return {
			parent: Number(fields[1]),
			ticks: ticks.reduce((sum, each) => sum + each, 0),
		};
	} catch {
		// It has ended since.
		return undefined;
	}
}
