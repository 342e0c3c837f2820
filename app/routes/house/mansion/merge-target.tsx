import { Button, Group, Text, UnstyledButton } from "@mantine/core";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { Note } from "~/app/blocks/feedback/note";
import { RemoteSelect } from "~/app/blocks/form/field/remote-select";
import { t } from "~/app/i18n/t";
import type { MansionDetail, SimilarMansion } from "~/contract/house/mansion";
import { Likeness } from "./likeness";
import { Cover } from "./mansion-cells";

interface MergeTargetProps {
  source: MansionDetail;
  similar: readonly SimilarMansion[];
  onChoose: (id: number) => void;
  onClose: () => void;
}

export function MergeTarget({ source, similar, onChoose, onClose }: MergeTargetProps) {
  const [error, setError] = useState<string>();
  const choose = (id: number | undefined) => {
    setError(id === source.id ? t("不能并入自身") : undefined);
    if (id !== undefined && id !== source.id) onChoose(id);
  };
  return (
    <>
      <RemoteSelect
        scene="mansions"
        countries={[source.country_code]}
        value={[]}
        onChange={([id]) => choose(id)}
        input={{
          label: t("并入的楼栋"),
          placeholder: t("输入名称、编号或地址搜索"),
          description: t("它将保留，{name}并入其中", { name: source.name }),
          error,
        }}
      />
      <Text component="h3" fz="sm" fw={600} mt="lg" mb="xs">
        {t("相似楼栋")}
      </Text>
      {similar.length ? (
        <ul className={`${basic.list} ${basic.column} ${basic.gap6}`}>
          {similar.map((one) => (
            <li key={one.id}>
              <UnstyledButton
                className={`${basic.row} ${basic.gap12} ${basic.bordered} ${basic.rounded} ${basic.sinks}`}
                w="100%"
                fz={14}
                p="8px 12px"
                onClick={() => choose(one.id)}
              >
                <Cover url={one.cover} />
                <span className={`${basic.grow} ${basic.shrinks}`}>
                  <b>{one.name}</b> {one.mansion_no}
                  <span
                    className={`${basic.block} ${basic.dim} ${basic.size13}`}
                  >{`${one.district} ${one.address}`}</span>
                </span>
                <Likeness of={one} />
              </UnstyledButton>
            </li>
          ))}
        </ul>
      ) : (
        <Note>{t("没有找到名称相近或位置相邻的楼栋，请在上方搜索。")}</Note>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t("取消")}
        </Button>
      </Group>
    </>
  );
}
