import { Stack, TextInput, UnstyledButton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { useCall } from "~/app/blocks/detail/use-async";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { Empty } from "~/app/blocks/feedback/states";
import { priceText } from "~/app/features/estate/estate-labels";
import { t } from "~/app/i18n/t";
import { estate } from "~/contract/house/estate";
import classes from "./chat.module.css";

export function EstatePicker({ onTake, onClose }: { onTake: (id: number) => void; onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const [keyword] = useDebouncedValue(typed.trim(), 300);
  const asked = useCall(estate.list, {
    query: { keyword: keyword || undefined, publish_status: ["online"], page_size: 10 },
  });
  return (
    <Dialog onClose={onClose} title={t("发送房源")}>
      <TextInput
        data-autofocus
        aria-label={t("搜索房源")}
        placeholder={t("编号、名称、地址、车站")}
        maxLength={50}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <AsyncPart {...asked}>
        {({ list }) =>
          list.length === 0 ? (
            <Empty title={t("没有找到上线的房源")} />
          ) : (
            <Stack component="ul" gap={8} mt={12} className={basic.list}>
              {list.map((row) => (
                <li key={row.id}>
                  <UnstyledButton
                    w="100%"
                    className={`${classes.estateCard} ${basic.sinks} ${basic.surface} ${basic.row} ${basic.gap12}`}
                    onClick={() => {
                      onTake(row.id);
                      onClose();
                    }}
                  >
                    {row.cover ? (
                      <img src={row.cover} alt="" className={`${classes.cover} ${basic.fixed} ${basic.rounded}`} />
                    ) : null}
                    <span className={`${basic.column} ${basic.shrinks} ${basic.size13}`}>
                      <strong className={`${basic.bold} ${basic.size14}`}>{row.name}</strong>
                      <span>{priceText(row)}</span>
                      <span className={`${basic.dim} ${basic.size12}`}>{row.district}</span>
                    </span>
                  </UnstyledButton>
                </li>
              ))}
            </Stack>
          )
        }
      </AsyncPart>
    </Dialog>
  );
}
