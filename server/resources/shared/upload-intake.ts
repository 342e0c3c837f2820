import { uploadIntake as contract, uploadScenes } from "~/contract/shared/upload";
import { sentFile, serveSigned, takeOnce } from "./intake";
import { keepPicture } from "./upload/keep-picture";

export const uploadIntakeHandlers = [
  serveSigned(contract.file, (taking, body) =>
    takeOnce(taking, { kind: sentFile, external_id: body.external_id, content: body }, () => {
      const { scene, filename: name, content } = body;
      const summary = `接入${uploadScenes[scene].label}（来自${taking.source}）`;
      const file = { scene, name, bytes: Buffer.from(content, "base64"), field: "content", summary };
      return keepPicture({ ...taking, user: "system" }, file);
    }),
  ),
];
