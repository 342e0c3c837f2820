import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { ContentForm } from "~/app/features/content/content-form";
import { specialScreenData } from "~/contract/special/special";
import { specialKind } from "./special-kind";

export const clientLoader = loaderOf(specialScreenData["/specialEstate/special/edit-special"]);
export { write as clientAction } from "~/app/api/writes";

export default function EditSpecial() {
  const { record, draft } = useLoaderData<typeof clientLoader>();
  return (
    <div style={{ "--form-aside": "420px" }}>
      <ContentForm kind={specialKind} record={draft ?? record} isDraft={draft !== undefined} />
    </div>
  );
}
