import { visa as contract } from "~/contract/inquiry/visa";
import { serve, serveAct } from "~/server/lib/serve";
import { detailAfter } from "./inquiry/view";
import { editCase, noteCheck, stepCase } from "./visa/case";
import { dossierOf } from "./visa/dossier";
import { addPaper, casePapers } from "./visa/papers";

export const visaHandlers = [
  serveAct(contract.step, detailAfter, stepCase),
  serveAct(contract.note, detailAfter, noteCheck),
  serveAct(contract.facts, detailAfter, editCase),
  serve(contract.papers, casePapers),
  serve(contract.addPaper, (call) => addPaper(call, call.body)),
  serve(contract.dossier, dossierOf),
];
