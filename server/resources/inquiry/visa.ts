import { visa as contract } from "~/contract/inquiry/visa";
import { replyWith } from "~/server/lib/reply";
import { serve } from "~/server/lib/serve";
import { detailAfter } from "./inquiry/view";
import { editCase, noteCheck, stepCase } from "./visa/case";
import { dossierOf } from "./visa/dossier";
import { addPaper, casePapers } from "./visa/papers";

export const visaHandlers = [
  serve(contract.step, replyWith(detailAfter, stepCase)),
  serve(contract.note, replyWith(detailAfter, noteCheck)),
  serve(contract.facts, replyWith(detailAfter, editCase)),
  serve(contract.papers, casePapers),
  serve(contract.addPaper, (call) => addPaper(call, call.body)),
  serve(contract.dossier, dossierOf),
];
