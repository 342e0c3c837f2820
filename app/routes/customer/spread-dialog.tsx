import { Button, Checkbox, Group, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import clsx from "clsx";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { useCall } from "~/app/blocks/detail/use-async";
import { Dialog, DialogFoot } from "~/app/blocks/feedback/dialog";
import { Note } from "~/app/blocks/feedback/note";
import { Empty } from "~/app/blocks/feedback/states";
import { type Run, useAct } from "~/app/blocks/feedback/use-act";
import { t } from "~/app/i18n/t";
import { Spread } from "~/contract/customer/customer";
import { metaOf } from "~/contract/field";
import { type Colleague, user } from "~/contract/personal/user";
import { sharesOf } from "~/contract/shared/shares";

interface SpreadDialogProps {
  about: string;
  count: number;
  send: (run: Run, given: { user_ids: number[]; force: boolean }) => void;
  onClose: () => void;
}

export function SpreadDialog({ about, count, send, onClose }: SpreadDialogProps) {
  const { run, pending } = useAct();
  const [keyword, setKeyword] = useState("");
  const [asked] = useDebouncedValue(keyword.trim(), 250);
  const [chosen, setChosen] = useState<readonly Colleague[]>([]);
  const [force, setForce] = useState(false);
  const people = useCall(user.options, {
    query: { keyword: asked || undefined, perm: "customer:pool:claim", in_scope: true, on_duty: true },
  });
  const shares = sharesOf(count, chosen.length);
  const toggle = (person: Colleague) =>
    setChosen(isIn(chosen, person) ? chosen.filter(({ id }) => id !== person.id) : [...chosen, person]);
  const spread = () => send(run, { user_ids: chosen.map(({ id }) => id), force });
  return (
    <Dialog onClose={onClose} title={t("分配客户")}>
      <Note mb="sm">{t("客户：{names}。选择多人时平均分配。", { names: about })}</Note>
      <TextInput
        aria-label={t("搜索跟进人")}
        placeholder={t("输入姓名搜索")}
        value={keyword}
        onChange={({ currentTarget }) => setKeyword(currentTarget.value)}
      />
      <AsyncPart {...people}>
        {(found) => {
          const offered = [...chosen.filter((person) => !isIn(found, person)), ...found];
          if (offered.length === 0) return <Empty title={t("没有在岗且在您数据范围内的人")} />;
          return (
            <fieldset
              aria-label={t("跟进人")}
              className={`${basic.bare} ${basic.column} ${basic.gap4}`}
              style={{ maxHeight: 320, margin: "8px 0 16px", overflowY: "auto" }}
            >
              {offered.map((person) => (
                <Person
                  key={person.id}
                  person={person}
                  share={isIn(chosen, person) ? shares[chosen.findIndex(({ id }) => id === person.id)] : undefined}
                  onToggle={() => toggle(person)}
                />
              ))}
            </fieldset>
          );
        }}
      </AsyncPart>
      <Checkbox
        label={metaOf(Spread.shape.force).label}
        description={metaOf(Spread.shape.force).help}
        checked={force}
        onChange={({ currentTarget }) => setForce(currentTarget.checked)}
      />
      <DialogFoot mt="md" onClose={onClose}>
        <Button onClick={spread} loading={pending} disabled={chosen.length === 0}>
          {t("分配")}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

const isIn = (people: readonly Colleague[], { id }: Colleague) => people.some((one) => one.id === id);

interface PersonProps {
  person: Colleague;
  share: number | undefined;
  onToggle: () => void;
}

function Person({ person: { name, team, customer_count, cap }, share, onToggle }: PersonProps) {
  const held = t("客户 {count}/{cap}", { count: customer_count, cap });
  return (
    <Group justify="space-between" wrap="nowrap" gap={12} mih={36}>
      <Checkbox
        label={name}
        description={[team, held].filter(Boolean).join(" · ")}
        checked={share !== undefined}
        onChange={onToggle}
      />
      {share === undefined ? null : (
        <span className={clsx(basic.fixed, basic.bold, customer_count + share > cap && basic.late)}>
          {t("{count} 位", { count: share })}
        </span>
      )}
    </Group>
  );
}
