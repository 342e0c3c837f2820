import { Stack } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useCallback } from "react";
import { call } from "~/app/api/call";
import { useAsync } from "~/app/blocks/detail/use-async";
import { ChoiceChips } from "~/app/blocks/form/field/choice-chips";
import { listOf, textOf } from "~/app/blocks/form/field/input-text";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import type { FormHandle } from "~/app/blocks/form/form-entry";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { mayCall } from "~/contract/endpoint";
import { labelOf } from "~/contract/field";
import { type Estimate, fieldOfScope, NotificationFields, notification } from "~/contract/notification/notification";
import {
  type AudienceScope,
  audienceScopes,
  listOfAudience,
  type NotificationChannel,
  scopesOf,
} from "~/contract/notification/notification-kinds";
import { aimOf, scopeIn } from "./aim";
import { AudienceFilter } from "./audience-filter";
import { EstimateWords, estimateLook } from "./estimate-words";

interface PartProps {
  values: FormValues;
  form: FormHandle;
}

export function ScopeChoice({ values, form }: PartProps) {
  const { audience, scope } = scopeIn(values);
  const profile = useProfile();
  const scopes: readonly AudienceScope[] = scopesOf[audience];
  // No user filters a list that they may not see; one already chosen is still shown.
  const offered = scopes.filter(
    (one) => one !== "filter" || one === scope || mayCall(profile, listOfAudience[audience]),
  );
  return (
    <Stack gap={12} mt={14}>
      <ChoiceChips
        label={t("范围")}
        withAsterisk
        data={offered.map((one) => ({ value: one, label: t(audienceScopes[one]) }))}
        value={[scope]}
        onChange={([next]) => next && form.fill({ scope: next })}
      />
    </Stack>
  );
}

export function AudienceSize({ values, form }: PartProps) {
  const { audience, scope } = scopeIn(values);
  return (
    <Stack gap={12} mt={14}>
      {scope === "filter" ? (
        <AudienceFilter
          key={audience}
          audience={audience}
          value={textOf(values.filter)}
          onChange={(filter) => form.fill({ filter })}
        />
      ) : null}
      <LiveEstimate values={values} />
    </Stack>
  );
}

function LiveEstimate({ values }: Pick<PartProps, "values">) {
  const aim = aimOf(values);
  const isWhole = notification.estimate.body.safeParse(aim).success;
  const asked = JSON.stringify(aim);
  const [settled] = useDebouncedValue(asked, 400);
  const ask = useCallback(
    async (signal: AbortSignal) => {
      const body = JSON.parse(settled) as typeof aim;
      if (!notification.estimate.body.safeParse(body).success) return undefined;
      const estimate = await call(notification.estimate, { body }, { signal, silent: true });
      return { estimate, of: settled };
    },
    [settled],
  );
  const { answer, hasFailed, error, again } = useAsync<{ estimate: Estimate; of: string } | undefined>(ask);
  if (!isWhole) {
    const name = fieldOfScope(scopeIn(values));
    const label = name ? t(labelOf(NotificationFields.shape[name], name)) : "";
    return (
      <p className={estimateLook} role="status">
        {t("选好{label}后估算人数", { label })}
      </p>
    );
  }
  return (
    <EstimateWords
      answer={answer?.of === asked ? answer.estimate : undefined}
      hasFailed={hasFailed && settled === asked}
      error={error}
      again={again}
      channels={listOf(values.channels) as NotificationChannel[]}
    />
  );
}
