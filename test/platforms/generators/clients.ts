import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { projectRoot } from "../../docs/markdown.ts";
import { runProgram } from "../run-program.ts";

export interface Tools {
	/** openapi-generator's program. */
	jar: string;
	/** The folder of Python's programs. */
	python: string;
}

/** A client that a generator makes, and the programs that use it. */
export interface GeneratedClient {
	name: string;
	/** A command that succeeds where the language is. */
	needs: readonly [program: string, ...args: string[]];
	/** Generates and compiles it in the folder. */
	make(folder: string, tools: Tools, models: string[]): Promise<void>;
	/** Creates, pays, settles a lost answer and pages through a list. */
	flow?: (folder: string, tools: Tools) => string[];
	/** Prints what the client keeps of each answer. */
	parse?: (folder: string, tools: Tools) => string[];
}

const document = join(projectRoot, "docs/openapi.json");
const programs = join(import.meta.dirname, "programs");
const quiet = { isQuiet: true };
const java = ["java", "-version"] as const;
/** Compiles the program that follows. */
const runJava = ["java", "-cp", "target/classes:lib/*"];

export const pythonPackages = [
	"openapi-python-client==0.29.1",
	"pydantic==2.13.4",
	"python-dateutil==2.9.0.post0",
	"typing-extensions==4.15.0",
	"urllib3==2.6.3",
] as const;

export const clients: readonly GeneratedClient[] = [
	{
		name: "python",
		needs: ["python3", "-c", "import venv"],
		async make(folder, tools) {
			await generate("python", folder, tools);
			await compilePython(folder, tools);
		},
		flow: (_, { python }) => [`${python}/python`, `${programs}/flow.py`],
		parse: (_, { python }) => [
			...[`${python}/python`, `${programs}/parse.py`, "openapi_client"],
		],
	},
	{
		name: "openapi-python-client",
		needs: ["python3", "-c", "import venv"],
		async make(folder, tools) {
			await runProgram(
				`${tools.python}/openapi-python-client`,
				[
					...["generate", "--path", document, "--meta", "none"],
					...["--output-path", join(folder, "client"), "--fail-on-warning"],
				],
				// It runs a formatter that is installed with it.
				{ ...quiet, env: { PATH: `${tools.python}:${process.env.PATH}` } },
			);
			await compilePython(folder, tools);
		},
		parse: (_, { python }) => [
			...[`${python}/python`, `${programs}/parse.py`, "client.models"],
		],
	},
	{
		name: "java",
		needs: ["mvn", "--version"],
		async make(folder, tools) {
			await generate("java", folder, tools);
			await runProgram("mvn", [
				...["--quiet", "--batch-mode", "--file", join(folder, "pom.xml")],
				...["-Dmaven.test.skip=true", "compile"],
				"org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies",
				...["-DincludeScope=runtime", `-DoutputDirectory=${folder}/lib`],
			]);
		},
		flow: () => [...runJava, `${programs}/Flow.java`],
		parse: () => [...runJava, `${programs}/Parse.java`],
	},
	{
		name: "go",
		needs: ["go", "version"],
		async make(folder, tools, models) {
			await generate("go", folder, tools, "packageName=client");
			await cp(`${programs}/flow.go`, `${folder}/flow/flow.go`);
			await addGoParser(folder, "github.com/GIT_USER_ID/GIT_REPO_ID", models);
			await runProgram("go", ["vet", "./..."], { cwd: folder });
		},
		flow: () => ["go", "run", "./flow"],
		parse: () => ["go", "run", "./parse"],
	},
	{
		name: "oapi-codegen",
		needs: ["go", "version"],
		async make(folder, _, models) {
			const go = (...args: string[]) =>
				runProgram("go", args, { cwd: folder, isQuiet: true });
			await go("mod", "init", "generated");
			const generator =
				"github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2";
			requireNoWarnings(
				await go(
					...["run", generator, "-generate", "types,client"],
					...["-package", "client", "-o", "client.go", document],
				),
			);
			await addGoParser(folder, "generated", models);
			await go("get", "github.com/oapi-codegen/runtime@v1.8.0");
			await go("mod", "tidy");
			await go("vet", "./...");
		},
		parse: () => ["go", "run", "./parse"],
	},
	{
		name: "typescript-fetch",
		needs: java,
		async make(folder, tools) {
			await generate(
				...(["typescript-fetch", folder, tools] as const),
				"importFileExtension=.js",
			);
			for (const one of ["flow.ts", "parse.ts"])
				await cp(join(programs, one), join(folder, one));
			await writeFile(join(folder, "package.json"), '{"type":"module"}');
			await runProgram("npx", [
				...["tsc", "--ignoreConfig", "--strict", "--target", "es2022"],
				...["--module", "nodenext", "--skipLibCheck", "--types", "node"],
				...["--typeRoots", join(projectRoot, "node_modules/@types")],
				...["--outDir", join(folder, "out")],
				...[join(folder, "flow.ts"), join(folder, "parse.ts")],
			]);
		},
		flow: () => [process.execPath, "out/flow.js"],
		parse: () => [process.execPath, "out/parse.js"],
	},
	{
		name: "csharp, not compiled",
		needs: java,
		make: (folder, tools) => generate("csharp", folder, tools),
	},
	{
		name: "csharp",
		needs: ["dotnet", "--version"],
		async make(folder, tools) {
			await generate("csharp", folder, tools);
			const project = join(folder, "src/Org.OpenAPITools");
			await runProgram("dotnet", ["build", project], quiet);
		},
	},
];

/**
 * It warns of 3.1 as such, Java's generator of a request with several examples, Python's of properties that the document
 * does not know, and Go's of the parameter `type`, to which it gives another name in its code: none of it changes what the
 * client sends.
 */
const harmless =
	/OpenAPI 3\.1 support is still in beta|Failed to get the schema name: null|Ignoring complex example on request body|map\/dict of undefined type|type \(reserved word\) cannot be used/;

async function generate(
	generator: string,
	folder: string,
	{ jar }: Tools,
	...properties: string[]
): Promise<void> {
	const output = await runProgram(
		"java",
		[
			...["-Dlog.level=warn", "-jar", jar, "generate", "-g", generator],
			...["-i", document, "-o", folder, "--global-property"],
			"apiTests=false,modelTests=false,apiDocs=false,modelDocs=false",
			...properties.flatMap((one) => ["--additional-properties", one]),
		],
		quiet,
	);
	requireNoWarnings(output);
}

/** @throws When a generator has said that it left something out. */
function requireNoWarnings(output: string) {
	const warnings = output
		.split("\n")
		.filter((line) => /warn|error/i.test(line) && !harmless.test(line));
	if (warnings.length > 0) throw new Error(warnings.join("\n"));
}

const compilePython = (folder: string, { python }: Tools) =>
	runProgram(`${python}/python`, ["-m", "compileall", "-q", folder]);

/** Go finds no type by its name: the program gets a table of them. */
async function addGoParser(folder: string, module: string, models: string[]) {
	await cp(`${programs}/parse.go`, `${folder}/parse/parse.go`);
	const lines = models.map(
		(model) => `\t"${model}": func() any { return &client.${model}{} },`,
	);
	const table = `package main\n\nimport client "${module}"\n\nvar models = map[string]func() any{\n${lines.join("\n")}\n}\n`;
	await writeFile(`${folder}/parse/models.go`, table);
}
