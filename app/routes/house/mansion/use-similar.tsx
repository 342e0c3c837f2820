import { useCallback, useState } from "react";
import { z } from "zod";
import { call } from "~/app/api/call";
import type { WriteError } from "~/app/api/writes";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import { useQuestion } from "~/app/blocks/form/use-question";
import { lazyPart } from "~/app/blocks/lazy-part";
import { mansion, type SimilarMansion } from "~/contract/house/mansion";

const SimilarNotice = lazyPart(() => import("./similar-notice"), "SimilarNotice");

const asking = ["name", "country_code", "lat", "lng"] as const;
const Same = z.object({ id: z.number(), mansion_no: z.string() });

/** Which buildings the one in a form looks like, asked for whenever its name or place is left and is not what the record says; all that it gives is the form's. */
export function useSimilar(record: ({ id: number } & FormValues) | undefined) {
  const [found, setFound] = useState<readonly SimilarMansion[]>([]);
  const [same, setSame] = useState<z.output<typeof Same>>();
  const ask = useQuestion(record && textOf(queryOf(record)));

  const onLeave = useCallback(
    async (name: string, values: FormValues) => {
      if (!asking.some((one) => one === name)) return;
      const query = queryOf(values);
      await ask(
        textOf(query),
        async () => {
          setSame(undefined);
          // The server decides when the form is sent: no answer now is no news.
          return query ? call(mansion.similar, { query: { ...query, exclude_id: record?.id } }, { silent: true }) : [];
        },
        (reply) => setFound(reply ?? []),
      );
    },
    [ask, record?.id],
  );
  /** Names the building that has this name and address already. */
  const onError = ({ code, data }: WriteError) => {
    if (code === 40900) setSame(Same.safeParse(data).data);
  };
  const notice = {
    at: "name" as const,
    show: () => (found.length || same ? <SimilarNotice similar={found} same={same} /> : null),
  };
  return { notice, onLeave, onError };
}

const textOf = (query: ReturnType<typeof queryOf>) => (query ? JSON.stringify(query) : "");

/** The query for a form with these values; none without a name. */
function queryOf({ name, country_code, lat, lng }: FormValues) {
  const called = typeof name === "string" ? name.trim() : "";
  if (!called) return undefined;
  const country = typeof country_code === "string" && country_code ? { country: country_code } : {};
  const place = typeof lat === "number" && typeof lng === "number" ? { lat, lng } : {};
  return { name: called, ...country, ...place };
}
