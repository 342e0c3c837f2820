import { agent } from "~/contract/agent/agent";
import { agentAccount } from "~/contract/agent/agent-account";
import { agentLoginIntake } from "~/contract/agent/agent-login";
import { agentUnregister, agentUnregisterIntake } from "~/contract/agent/agent-unregister";
import { analysis } from "~/contract/analysis/analysis";
import { article } from "~/contract/article/article";
import { category } from "~/contract/article/category";
import { publicArticle } from "~/contract/article/public-article";
import { tag } from "~/contract/article/tag";
import { clue } from "~/contract/clue/clue";
import { clueIntake } from "~/contract/clue/clue-intake";
import { developerCompare } from "~/contract/clue/developer-compare";
import { judgement } from "~/contract/clue/judgement";
import { statement } from "~/contract/clue/statement";
import { contentCalendar } from "~/contract/content/content-calendar";
import { editing } from "~/contract/content/editing";
import { media } from "~/contract/content/media";
import { customer } from "~/contract/customer/customer";
import { customerIntake } from "~/contract/customer/customer-intake";
import { pool } from "~/contract/customer/pool";
import { requirement } from "~/contract/customer/requirement";
import { tracking } from "~/contract/customer/tracking";
import { deal } from "~/contract/deal/deal";
import type { Endpoint } from "~/contract/endpoint";
import { estate } from "~/contract/house/estate";
import { houseIntake } from "~/contract/house/house-intake";
import { mansion } from "~/contract/house/mansion";
import { mansionApplication } from "~/contract/house/mansion-application";
import { publicEstate } from "~/contract/house/public-estate";
import { unit } from "~/contract/house/unit";
import { chat } from "~/contract/inquiry/chat";
import { chatPublic } from "~/contract/inquiry/chat-public";
import { inquiry } from "~/contract/inquiry/inquiry";
import { publicInquiry } from "~/contract/inquiry/public-inquiry";
import { quickReply } from "~/contract/inquiry/quick-reply";
import { track } from "~/contract/inquiry/track";
import { tracker } from "~/contract/inquiry/tracker";
import { visa } from "~/contract/inquiry/visa";
import { notification } from "~/contract/notification/notification";
import { notificationInbox } from "~/contract/notification/notification-inbox";
import { binding } from "~/contract/personal/binding";
import { key } from "~/contract/personal/key";
import { user } from "~/contract/personal/user";
import { country } from "~/contract/region/country";
import { district } from "~/contract/region/district";
import { banner } from "~/contract/resource/banner";
import { homeSection } from "~/contract/resource/home-section";
import { investment } from "~/contract/resource/investment";
import { publicInvestment, publicReport, publicVideo } from "~/contract/resource/public-resource";
import { report } from "~/contract/resource/report";
import { searchWord } from "~/contract/resource/search-word";
import { video } from "~/contract/resource/video";
import { schedule } from "~/contract/schedule/schedule";
import { city } from "~/contract/seo/city";
import { encyclopaedia } from "~/contract/seo/encyclopaedia";
import { seoKeyword, seoKeywordImport } from "~/contract/seo/keyword";
import { missingPage } from "~/contract/seo/missing-page";
import { publicSeoArticle } from "~/contract/seo/public-article";
import { publicCity } from "~/contract/seo/public-city";
import { publicSeo } from "~/contract/seo/public-seo";
import { siteRedirect, siteRedirectImport } from "~/contract/seo/redirect";
import { section } from "~/contract/seo/section";
import { seoArticle } from "~/contract/seo/seo-article";
import { seoTag } from "~/contract/seo/tag";
import { topicDesc, topicTitle } from "~/contract/seo/topic-template";
import { share } from "~/contract/share/share";
import { publicFile } from "~/contract/shared/public-file";
import { uploadIntake } from "~/contract/shared/upload";
import { feed } from "~/contract/site/feed";
import { publicSite } from "~/contract/site/public-site";
import { publicSpecial } from "~/contract/special/public-special";
import { special } from "~/contract/special/special";
import { appVersion } from "~/contract/system/app-version";
import { broker } from "~/contract/system/broker";
import { managedKey } from "~/contract/system/key";
import { staff } from "~/contract/system/staff";
import { target } from "~/contract/system/target";
import { team } from "~/contract/system/team";
import { webhook } from "~/contract/system/webhook";
import { wecomSync } from "~/contract/system/wecom-sync";

type Row = [endpoint: Endpoint, ...names: string[]];
interface Elsewhere {
  why: string;
  rows: Row[];
}

const sectionFields = ["item_ids", "district_id", "category_id", "tag_id"] as const;
const bannerFields = ["image_id", "image_mobile_id"] as const;
const articleFields = ["category_id", "tag_ids", "cover_id", "district_ids", "related_estate_ids"] as const;
const cityFields = ["district_id", "banner_id"] as const;
const encyclopaediaFields = ["city_intro_id", "cover_id", "tag_ids", "related_ids"] as const;
const seoArticleFields = ["keyword_ids", "district_id", "tag_ids", "cover_id", "related_ids"] as const;
const wordFields = ["estate_id", "article_id", "special_id", "city_id"] as const;
const inModules = ["media_id", "mobile_media_id", "video_id", "district_id"] as const;
const specialFields = ["cover_id", "cover_mobile_id", "estate_ids", "variant_ids", ...inModules] as const;
const byId = (endpoint: Endpoint): Row => [endpoint, "id"];
const reportFields = ["file_id", "cover_id", "district_id"] as const;
const videoFields = ["media_id", "cover_id", "district_id", "estate_ids"] as const;
const investmentFields = ["cover_id", "district_id", "estate_ids"] as const;
/** The numbers in the addresses of a resource: of its own records. */
const addressed = (resource: Readonly<Record<string, Endpoint>>): Row[] =>
  Object.values(resource).map((of) => [of, ...[...of.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name)]);
/** The same, with the fields of its form. */
const written = (
  resource: Readonly<Record<"create" | "update", Endpoint> & Partial<Record<"saveDraft", Endpoint>>>,
  fields: readonly string[],
): Row[] => [
  ...addressed(resource as Readonly<Record<string, Endpoint>>), // endpoints alone
  ...[resource.create, resource.update, resource.saveDraft].flatMap((of): Row[] => (of ? [[of, ...fields]] : [])),
];
/** Fields of a form, both new and changed. */
const both = (resource: Readonly<Record<"create" | "update", Endpoint>>, ...names: string[]): Row[] => [
  [resource.create, ...names],
  [resource.update, ...names],
];
/** The same of content, which is also published in bulk. */
const content = (
  resource: Parameters<typeof written>[0] & Record<"publishBatch" | "offlineBatch" | "submitBatch", Endpoint>,
  fields: readonly string[],
): Row[] => [
  ...written(resource, fields),
  ...[resource.publishBatch, resource.offlineBatch, resource.submitBatch].map((of): Row => [of, "ids"]),
];
const aimed = ["role_ids", "team_ids", "staff_ids", "agent_ids", "user_ids"] as const;

/** Numbers that no relation to the caller decides about, and why. */
const reasons: Elsewhere[] = [
  {
    why: "A briefing goes to any webhook that takes briefings; what it tells is of the sender's own scope (test/server/analysis).",
    rows: [[analysis.push, "webhook_id"]],
  },
  {
    why: "Notifications have no owner: whoever holds the code may. Whom they reach is what their sender sees, whatever they name; one's own is read by its receipt alone (test/server/notification).",
    rows: [
      ...written(notification, ["cover_id", ...aimed]),
      [notification.estimate, ...aimed],
      [notificationInbox.read, "receipt_id"],
    ],
  },
  {
    why: "Content, its categories and tags, and the words of the search have no owner: whoever holds the code may, and what its state and version refuse, its own tests say (test/server/article, test/server/seo, test/server/resource).",
    rows: [
      ...content(article, articleFields),
      [article.categoryBatch, "ids", "category_id"],
      ...written(category, ["parent_id"]),
      ...addressed(tag),
      ...[category, tag].map((kind): Row => [kind.merge, "into_id"]),
      [contentCalendar.move, "id"],
      ...addressed(media),
      [media.keep, "ids"],
      [media.replace, "media_id"],
      [media.trash, "ids"],
      [media.restore, "ids"],
      [editing.beat, "id"],
      [editing.leave, "id"],
      ...content(city, cityFields),
      ...content(encyclopaedia, encyclopaediaFields),
      ...content(seoArticle, seoArticleFields),
      [seoArticle.indexedBatch, "ids"],
      [publicSeoArticle.get, "slug"],
      ...addressed(publicCity),
      ...written(searchWord, wordFields),
      // An address; nothing that is not public has one there (test/server/article/public-article.test.ts).
      [publicArticle.get, "slug"],
      ...content(video, videoFields),
      ...content(investment, investmentFields),
      ...content(report, reportFields),
      // The numbers of what is public at that moment (test/server/resource).
      ...[publicVideo.get, publicInvestment.get].map(byId),
      [publicReport.download, "id", "external_id"],
    ],
  },
  {
    why: "Banners and home sections have no owner: whoever holds the code may. What they lead to or show is what visitors see anyway, and is named by those who may choose it (test/server/resource).",
    rows: [
      ...written(banner, bannerFields),
      [banner.check, "exclude_id"],
      [banner.sort, "ids"],
      ...written(homeSection, sectionFields),
      [homeSection.preview, ...sectionFields],
      [homeSection.sort, "ids"],
    ],
  },
  {
    why: "Pools have no owner: whoever holds the code defines them. Whom a pool's people see and move, its own tests say (test/server/customer/pool.test.ts).",
    rows: [...written(pool, ["team_ids", "member_team_ids", "manager_ids"]), [customer.moveBatch, "ids", "pool_id"]],
  },
  {
    why: "What search engines are told has no owner: whoever holds the code may, and what its state and version refuse, its own tests say (test/server/seo). Estates, districts and people stand in everybody's pickers.",
    rows: [
      ...written(seoTag, ["district_id"]),
      [seoTag.merge, "into_id"],
      ...addressed(siteRedirect),
      ...addressed(siteRedirectImport),
      ...addressed(missingPage),
      ...addressed(seoKeywordImport),
      ...written(seoKeyword, ["owner_id"]),
      [seoKeyword.rank, "keyword_id"],
      [seoKeyword.group, "ids"],
      ...[topicTitle, topicDesc].flatMap((one): Row[] => [
        ...[one.get, one.update, one.remove, one.enable, one.disable].map(byId),
        ...[one.preview, one.resolve].map((of): Row => [of, "district_id", "estate_id"]),
      ]),
      ...written(section, ["district_id", "district_ids", "estate_ids", "tag_ids"]),
      [publicSeo.tag, "slug"],
      [publicEstate.get, "slug"],
    ],
  },
  {
    why: "Special pages have no owner: whoever holds the code may, and what their state and version refuse, their own tests say (test/server/special).",
    rows: [
      [special.settle, "winner_id"],
      [special.addEstates, "special_id", "estate_ids"],
      ...content(special, specialFields),
      // An address; nothing that is not public has one there (test/server/special/visitor.test.ts).
      [publicSpecial.get, "slug"],
      [publicSite.sitemap, "n"],
      [publicSite.imageMap, "n"],
      ...[feed.rss, feed.atom, feed.json].map((of): Row => [of, "kind"]),
      [publicFile.read, "name"],
    ],
  },
  {
    why: "A share is its customer's, also by the leads of the agents whom somebody manages, else its maker's: test/server/share/share-customer.test.ts says by whom it is seen, withdrawn and made. What can be sent is what clients may see anyway.",
    rows: [
      ...addressed(share),
      [share.preview, "unit_id", "estate_ids", "special_id"],
      [share.create, "unit_id", "estate_ids", "special_id", "customer_id"],
    ],
  },
  {
    why: "A request to leave is its agent's, and an account is one of the agent's: another's are refused (test/server/agent/agent-unregister.test.ts).",
    rows: [
      [agentUnregister.create, "account_id"],
      [agentUnregister.approve, "id"],
      [agentUnregister.reject, "id"],
      [agentUnregister.cancel, "id"],
    ],
  },
  {
    why: "Whom an inquiry is turned into is asked by the customer's own rules, its own tests say so; the follow-up's inquiry is one of the customer's, whom the first number decides about.",
    rows: [
      [inquiry.convert, "customer_id", "referrer_customer_id"],
      [tracking.create, "inquiry_id", "clue_id", "deal_id"],
      [customer.create, "inquiry_id"],
    ],
  },
  {
    why: "Papers of a case go to a requirement of its own customer alone; whose that is, the requirement's own rules say (test/server/inquiry/visa.test.ts).",
    rows: [[visa.addPaper, "requirement_id"]],
  },
  {
    why: "Districts, estates and buildings have no owner, and who brought a customer may be any agent; they stand in everybody's pickers (domain E.3 community/options).",
    rows: [
      ...both(customer, "district_id", "intent_district_ids", "intent_estate_ids", "agent_id"),
      ...both(inquiry, "estate_id", "mansion_id", "district_id", "property_id"),
      [inquiry.convert, "district_id", "intent_district_ids", "intent_estate_ids", "agent_id"],
      [tracking.create, "estate_ids"],
      [tracking.createBatch, "estate_ids"],
      [tracking.update, "estate_ids"],
      ...both(requirement, "district_ids"),
      [requirement.match, "estate_ids"],
      ...both(broker, "service_district_ids"),
      ...both(estate, "district_id", "mansion_ids", "broker_id"),
      ...both(agent, "district_id"),
      ...both(mansion, "district_id"),
      [mansionApplication.create, "district_id"],
      ...both(district, "parent_id"),
      [district.sort, "parent_id", "ids"],
    ],
  },
  {
    why: "What a filter finds is its list's; to whom it goes, and that it is found in the caller's scope, test/server/customer/customer-all.test.ts says.",
    rows: [
      [customer.assignAll, "user_ids"],
      [customer.transferAll, "user_id"],
    ],
  },
  {
    why: "The estate of chosen units has no owner; their own tests say that another estate's units are refused, that only whom a queue holds leaves it, and that nobody else's customer is quoted.",
    rows: [
      [unit.priceBatch, "id"],
      [unit.statusBatch, "id"],
      [unit.leave, "customer_id"],
      [unit.quoted, "id", "customer_id"],
    ],
  },
  {
    why: "Teams, roles and people as a team's leader, or who a tracking point is kept by, have no owner; whoever manages them sees all (domain A.2).",
    rows: [
      ...both(staff, "team_id", "role_ids"),
      ...both(tracker, "owner_id"),
      ...both(team, "parent_id", "leader_id"),
    ],
  },
  {
    why: "The account of a member of WeCom is one of the preview's proposals alone, and takes all rights of the account: test/server/system/wecom-sync.test.ts says so.",
    rows: [[wecomSync.link, "user_id"]],
  },
  {
    why: "Files of public scenes, which everybody sees; that another's incomplete one is refused, the upload's own tests say.",
    rows: [
      ...both(broker, "avatar_id"),
      ...both(appVersion, "package_id"),
      ...both(estate, "brochure_id"),
      ...both(country, "cover_id"),
      ...both(district, "cover_id"),
    ],
  },
  {
    why: "An account is its agent's, whom the first number decides about; another agent's is refused, and so are managers who may not look after agents and files of others: test/server/agent/agent.test.ts says so.",
    rows: [
      ...[agentAccount.get, agentAccount.update, agentAccount.remove, agentAccount.enable].map(byId),
      ...[agentAccount.disable, agentAccount.resetPassword, agentAccount.transferMain].map(byId),
      ...both(agent, "manager_id", "logo_id", "license_media_ids", "contract_media_ids"),
      [agent.manager, "manager_id"],
      [agent.managerBatch, "manager_id"],
    ],
  },
  {
    why: "Agents, their accounts and estates stand in everybody's pickers who enters leads; who may be a handler, and whose pictures count, test/server/clue/clue.test.ts says.",
    rows: [
      [clue.check, "agent_id", "estate_id"],
      [clue.create, "agent_id", "account_id", "estate_id"],
      [clue.approve, "handler_id"],
      [clue.approveBatch, "handler_id"],
      [clue.visit, "media_ids"],
      [clue.appeal, "media_ids"],
      [judgement.decide, "media_ids"],
    ],
  },
  {
    why: "What a deal names is checked field by field: customer, estate, unit, report, sellers and files (test/server/deal/deal.test.ts); its slips, test/server/deal/billing.test.ts.",
    rows: [
      // A kind of attachment is called `id`.
      [deal.create, "id"],
      ...both(deal, "customer_id", "estate_id", "unit_id", "room_id", "clue_id", "inquiry_id", "owner_id"),
      ...both(deal, "co_owner_id", "media_id"),
      [deal.change, "unit_id", "room_id", "co_owner_id"],
      [clue.subscribe, "deal_id"],
      [clue.contract, "deal_id"],
      ...both(schedule, "deal_id"),
      [deal.attach, "media_id"],
      [deal.open, "id", "token"],
    ],
  },
  {
    why: "Which commissions and files count in a statement, test/server/clue/statement.test.ts says; a developer's sheet has no owner, and of it each sees the lines of the deals in their scope (test/server/clue/developer-compare.test.ts).",
    rows: [
      ...both(statement, "clue_id"),
      [statement.invoice, "media_id"],
      [developerCompare.columns, "media_id"],
      [developerCompare.create, "media_id"],
      [developerCompare.get, "id"],
      [developerCompare.export, "id"],
      [developerCompare.accept, "id", "n"],
      [developerCompare.dispute, "id", "n"],
    ],
  },
  {
    why: "Machines sign their calls and nobody is signed in: numbers of their own, and what everybody may name (test/server/shared/intake.test.ts).",
    rows: [
      [customerIntake.user, "external_id"],
      [customerIntake.unregister, "external_id"],
      [houseIntake.audit, "external_id", "media_id"],
      [uploadIntake.file, "external_id"],
      [agentLoginIntake.login, "external_id"],
      [agentUnregisterIntake.request, "external_id"],
      [clueIntake.signed, "external_id", "account_id", "estate_id"],
      [houseIntake.application, "external_id", "mansion_id", "evidence_ids"],
      [publicInquiry.signed, "external_id", "content_id", "estate_id", "room_id", "mansion_id", "customer_user_id"],
    ],
  },
  {
    why: "What a visitor has looked at: nobody is signed in, and what is not public does not count (test/server/article/public-article.test.ts).",
    rows: [[track.track, "id"]],
  },
  {
    why: "The site's form is everybody's; whose account a page names does not count (test/server/inquiry/public-inquiry.test.ts).",
    rows: [
      [publicInquiry.public, "external_id", "content_id", "estate_id", "room_id", "mansion_id", "customer_user_id"],
    ],
  },
  {
    why: "Whom a conversation may go to is asked by domain C.2 (on duty, with the code), what a message may show by its own rules, and quick replies are one's own or everybody's: test/server/inquiry/chat.test.ts.",
    rows: [
      [chat.transfer, "user_id"],
      [chat.send, "media_id", "estate_id", "quick_reply_id", "client_msg_id"],
      [quickReply.get, "id"],
      [quickReply.update, "id"],
      [quickReply.remove, "id"],
    ],
  },
  {
    why: "Nobody is signed in: the token decides, and what is not of its conversation is refused (test/server/inquiry/chat-public.test.ts).",
    rows: [
      [chatPublic.messages, "token"],
      [chatPublic.send, "token", "media_id", "client_msg_id"],
      [chatPublic.contact, "token"],
      [chatPublic.end, "token"],
      [chatPublic.rate, "token"],
      [chatPublic.page, "token"],
      [chatPublic.upload, "token"],
      [chatPublic.file, "token", "id"],
      [chatPublic.events, "token"],
    ],
  },
  {
    why: "Not the number of a row: a code, a platform, a saved view's own name.",
    rows: [
      [country.byCode, "code"],
      [binding.unbind, "platform"],
      [user.update, "id"],
    ],
  },
  {
    why: "A claim names nobody but the caller; with another it is an assignment (domain E.3).",
    rows: [
      [customer.claim, "user_id"],
      [customer.claimBatch, "user_id"],
    ],
  },
  {
    why: "One's own keys alone; another's is unknown (test/server/personal/key.test.ts).",
    rows: [
      [key.remove, "id"],
      [key.calls, "id"],
    ],
  },
  { why: "Who manages keys does so for everybody.", rows: [[managedKey.remove, "id"]] },
  {
    why: "A delivery of its own webhook; another's is unknown (test/server/system/webhook.test.ts).",
    rows: [[webhook.again, "id", "log_id"]],
  },
  { why: "Only leaves a customer of the caller's own out of the check.", rows: [[customer.check, "exclude_id"]] },
  { why: "A team is within the scope as its people are; proved with people.", rows: [[target.update, "team_id"]] },
];

export const elsewhere = reasons.flatMap(({ rows }) => rows.map(([of, ...names]) => ({ of, names })));
