import { Box, Text } from "@mantine/core";
import { useNavigate } from "@remix-run/react";
import { useMemo, useState } from "react";
import basic from "~/app/basic.module.css";
import { useAct } from "~/app/blocks/feedback/use-act";
import { RecordForm } from "~/app/blocks/form/record-form";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import { useScene } from "~/app/session/scenes";
import { estate } from "~/contract/house/estate";
import { EstateBegin as Fields } from "~/contract/house/estate-record";
import { detailPath, editPath, listPath } from "../estate-paths";

const key = "estate-country";

const sections = [
  {
    fields: [{ name: "name", isWide: true }, "country_code", { name: "district_id", within: "country_code" }] as const,
  },
] as const;

const follows = (name: string) => (name === "country_code" ? { district_id: null } : undefined);

export function EstateBegin() {
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  const { run, pending } = useAct();
  const countries = useScene("countries");
  const [last] = useState(lastCountry);
  const country = (countries.find(({ value }) => value === last) ?? countries[0])?.value ?? null;
  const value = useMemo(() => ({ country_code: country }), [country]);
  return (
    <Box maw={720} p={20} className={basic.surface}>
      <Text component="h2" fz={18} fw={700} mb={12}>
        {t("新增房源")}
      </Text>
      <Text c="dimmed" fz={13} mb={8}>
        {t("填写名称和区域即可保存，其余资料之后分页填写，提交审核前补齐。")}
      </Text>
      <RecordForm
        form={{
          schema: Fields,
          sections,
          value,
          follows,
          // The countries may come after the form.
          isFollowing: true,
          draft: "estate-begin",
          pending,
          submitLabel: t("存草稿"),
          onSubmit: (body, then) => {
            const go = ({ id }: { id: number }) => {
              rememberCountry(body.country_code);
              // The form of all the rest is for the desktop.
              navigate(isPhone ? detailPath(id) : editPath(id), { replace: true });
            };
            run(estate.create, { body }, { success: t("草稿已保存，请继续填写"), ...then(go) });
          },
        }}
        onCancel={() => navigate(listPath)}
      />
    </Box>
  );
}

/** The country of the estate that was added last in this browser: most work on one. */
function lastCountry(): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

function rememberCountry(code: string): void {
  try {
    window.localStorage.setItem(key, code);
  } catch {
    // Without storage the first of the countries is offered.
  }
}
