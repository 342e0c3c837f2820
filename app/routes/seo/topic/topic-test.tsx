import { Alert, Box, Group } from "@mantine/core";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { Tag } from "~/app/blocks/detail/tag";
import { useCall } from "~/app/blocks/detail/use-async";
import { Dialog } from "~/app/blocks/feedback/dialog";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import { t } from "~/app/i18n/t";
import { languages } from "~/contract/common";
import { pageTypes } from "~/contract/seo/seo-kinds";
import type { TopicContract, TopicRow } from "~/contract/seo/topic-template";
import { RenderedTopic } from "./rendered-topic";
import classes from "./topic.module.css";
import { TopicSample } from "./topic-sample";

export function TopicTest({ contract, row, onClose }: { contract: TopicContract; row: TopicRow; onClose: () => void }) {
  const [sample, setSample] = useState<FormValues>({ country: row.country });
  const { page_type, lang } = row;
  const body = { page_type, lang, ...sample };
  const chosen = useCall(contract.resolve, { body } as never); // the sample's fields are of its body
  return (
    <Dialog title={t("测试“{name}”", { name: row.name })} size="lg" onClose={onClose}>
      <div className={`${basic.column} ${basic.top} ${basic.gap12}`}>
        <p className={`${basic.flat} ${basic.dim} ${basic.size13}`}>
          {t("{page}页面，{lang}。选择一个页面，看它用哪个模板。", {
            page: t(pageTypes[page_type]),
            lang: languages[lang],
          })}
        </p>
        <TopicSample contract={contract} sample={sample} onChange={setSample} />
        <AsyncPart {...chosen}>
          {({ winner, rendered, candidates }) => (
            <>
              {rendered ? (
                <RenderedTopic rendered={rendered} shown={contract.shown} />
              ) : (
                <Alert color="orange">{t("没有模板适用于这个页面")}</Alert>
              )}
              <Box component="ol" w="100%" className={`${classes.candidates} ${basic.list}`} aria-label={t("候选模板")}>
                {candidates.map(({ id, name, priority, matched, reason }) => (
                  <Group
                    component="li"
                    key={id}
                    gap="4px 12px"
                    py={8}
                    c="dimmed"
                    fz={13}
                    className={basic.overlined}
                    data-own={id === row.id || undefined}
                  >
                    <Tag color={id === winner ? "green" : matched ? "brand" : "gray"}>
                      {id === winner ? t("采用") : matched ? t("备选") : t("不适用")}
                    </Tag>
                    <span className={`${classes.name} ${basic.plainText} ${basic.size14}`}>{name}</span>
                    <span>{t("优先级 {priority}", { priority })}</span>
                    <span className={basic.ownLine}>{reason}</span>
                  </Group>
                ))}
              </Box>
            </>
          )}
        </AsyncPart>
      </div>
    </Dialog>
  );
}
