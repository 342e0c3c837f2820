import { Anchor, Box, Button, Stack } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { FactList } from "~/app/blocks/detail/fact-list";
import { formatInstant, formatMoment } from "~/app/blocks/detail/format";
import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { PageLink, SmallLink } from "~/app/blocks/page-link";
import { customerPage } from "~/app/features/customer/customer-path";
import { t } from "~/app/i18n/t";
import { platforms } from "~/contract/customer/customer-user";
import { formatPhone } from "~/contract/format";
import { type ChatDetail, chat } from "~/contract/inquiry/chat";
import { chatLanguages } from "~/contract/inquiry/chat-words";
import { devices } from "~/contract/inquiry/inquiry-kinds";
import classes from "./chat.module.css";
import { visitorName } from "./session-item";

const contact = actDialog({
  endpoint: chat.contact,
  submitLabel: "保存",
  title: () => t("登记联系方式"),
  about: (detail: ChatDetail) => t("会话：{name}（{no}）", { name: visitorName(detail), no: detail.inquiry_no }),
  fields: ["name", "phone_cc", "phone", "wechat", "email"],
  value: ({ name, phone_cc, phone, wechat, email }) => ({ name, phone_cc: phone_cc ?? "86", phone, wechat, email }),
  draft: ({ id }) => `chat-contact:${id}`,
  success: () => t("联系方式已登记"),
});

export function VisitorCard({ detail, onChanged }: { detail: ChatDetail; onChanged: () => void }) {
  const { ask, dialog } = useActs();
  const { can, customer, satisfaction, phone, phone_cc, pages } = detail;
  return (
    <Stack gap={20}>
      <Part title={t("联系方式")}>
        <FactList
          isNarrow
          facts={[
            { label: t("称呼"), value: detail.name },
            { label: t("手机号"), value: phone && formatPhone(phone, phone_cc) },
            { label: t("微信"), value: detail.wechat },
            { label: t("邮箱"), value: detail.email },
          ]}
        />
        {can.contact ? (
          <Button
            variant="light"
            size="compact-md"
            className={classes.touch}
            onClick={() => ask(contact, detail, onChanged)}
          >
            {detail.contact_left ? t("修改联系方式") : t("登记联系方式")}
          </Button>
        ) : null}
      </Part>
      <Part title={t("客户")}>
        {customer?.is_visible ? (
          <PageLink to={customerPage(customer)}>{customer.name}</PageLink>
        ) : (
          <span className={`${basic.dim} ${basic.size12}`}>
            {customer ? customer.name : t("尚未关联客户，可用“转客户”关联或新增")}
          </span>
        )}
        <SmallLink to={`/inquiry/all-inquiry/inquiry-detail?id=${detail.id}`}>
          {t("询盘 {no}", { no: detail.inquiry_no })}
        </SmallLink>
      </Part>
      <Part title={t("来源")}>
        <FactList isNarrow remedy={null} facts={sourceOf(detail)} />
      </Part>
      <Part title={t("浏览页面")}>
        {pages.length === 0 ? <span className={`${basic.dim} ${basic.size12}`}>{t("无")}</span> : null}
        <Box component="ol" w="100%" className={`${classes.pages} ${basic.list}`}>
          {pages.map((page) => (
            <li key={`${page.at}${page.url}`}>
              <Outward url={page.url}>{page.title || page.url}</Outward>
              <time
                className={`${basic.fixed} ${basic.dim} ${basic.size12}`}
                dateTime={page.at}
                title={formatInstant(page.at)}
              >
                {formatMoment(page.at)}
              </time>
            </li>
          ))}
        </Box>
      </Part>
      {satisfaction ? (
        <Part title={t("评价")}>
          <span role="img" aria-label={t("评价 {n} 星", { n: satisfaction })}>
            {"★".repeat(satisfaction)}
            {"☆".repeat(5 - satisfaction)}
          </span>
        </Part>
      ) : null}
      {dialog}
    </Stack>
  );
}

const Part = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <section className={`${basic.column} ${basic.top} ${basic.gap8} ${basic.shrinks}`} aria-label={title}>
    <h3 className={`${basic.flat} ${basic.size14} ${basic.bold}`}>{title}</h3>
    {children}
  </section>
);

const sourceOf = (detail: ChatDetail) => {
  const { platform, tracker, page_url, referrer, utm_source, utm_campaign, ip_region, device, language, created_at } =
    detail;
  return [
    { label: t("平台"), value: t(platforms[platform as keyof typeof platforms] ?? platform) },
    { label: t("追踪点"), value: tracker?.name },
    { label: t("来源页面"), value: page_url && <Outward url={page_url} />, isWide: true },
    { label: t("来路"), value: referrer && <Outward url={referrer} />, isWide: true },
    { label: t("UTM来源"), value: utm_source },
    { label: t("UTM活动"), value: utm_campaign },
    { label: t("地区"), value: ip_region },
    { label: t("设备"), value: device && t(devices[device as keyof typeof devices] ?? device) },
    { label: t("语言"), value: t(chatLanguages[language]) },
    { label: t("开始时间"), value: formatInstant(created_at) },
  ];
};

/** A page of the site, reported by the visitor: what is no web address is no link. */
const Outward = ({ url, children = url }: { url: string; children?: string }) =>
  /^https?:\/\//i.test(url) ? (
    <Anchor href={url} target="_blank" rel="noreferrer" size="sm" className={basic.anywhere} title={url}>
      {children}
    </Anchor>
  ) : (
    <span className={basic.anywhere}>{children}</span>
  );
