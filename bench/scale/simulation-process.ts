import { startEngine } from "../../tools/local/engine.ts";
import { answerQuestions } from "../rig/remote.ts";
import { type Setting, type Simulated, simulate } from "./simulate.ts";

const engine = await startEngine();
answerQuestions<Setting, Simulated>((setting) => simulate(engine.url, setting));
