DROP INDEX "customer_name";--> statement-breakpoint
DROP INDEX "customer_phone";--> statement-breakpoint
DROP INDEX "agent_name_grams";--> statement-breakpoint
DROP INDEX "agent_contact_grams";--> statement-breakpoint
DROP INDEX "agent_account_name";--> statement-breakpoint
DROP INDEX "article_title";--> statement-breakpoint
DROP INDEX "clue_words";--> statement-breakpoint
DROP INDEX "customer_user_nickname";--> statement-breakpoint
DROP INDEX "customer_trash_name";--> statement-breakpoint
DROP INDEX "customer_owned_words";--> statement-breakpoint
DROP INDEX "customer_pool_words";--> statement-breakpoint
DROP INDEX "customer_name_grams";--> statement-breakpoint
DROP INDEX "tracking_words";--> statement-breakpoint
DROP INDEX "tracking_named";--> statement-breakpoint
DROP INDEX "deal_buyer";--> statement-breakpoint
DROP INDEX "estate_search_grams";--> statement-breakpoint
DROP INDEX "estate_audit_grams";--> statement-breakpoint
DROP INDEX "mansion_search_grams";--> statement-breakpoint
DROP INDEX "mansion_application_grams";--> statement-breakpoint
DROP INDEX "inquiry_words";--> statement-breakpoint
DROP INDEX "notification_title";--> statement-breakpoint
DROP INDEX "investment_title";--> statement-breakpoint
DROP INDEX "report_title";--> statement-breakpoint
DROP INDEX "video_title";--> statement-breakpoint
DROP INDEX "city_intro_title";--> statement-breakpoint
DROP INDEX "encyclopaedia_title";--> statement-breakpoint
DROP INDEX "seo_article_title";--> statement-breakpoint
DROP INDEX "seo_keyword_grams";--> statement-breakpoint
DROP INDEX "special_title";--> statement-breakpoint
DROP INDEX "special_name";--> statement-breakpoint
ALTER TABLE "agent" ADD COLUMN "name_fold" text;--> statement-breakpoint
ALTER TABLE "agent" ADD COLUMN "name_pinyin" text;--> statement-breakpoint
ALTER TABLE "agent" ADD COLUMN "contact_name_fold" text;--> statement-breakpoint
ALTER TABLE "agent_account" ADD COLUMN "name_fold" text;--> statement-breakpoint
ALTER TABLE "agent_account" ADD COLUMN "name_pinyin" text;--> statement-breakpoint
ALTER TABLE "article" ADD COLUMN "title_fold" text;--> statement-breakpoint
ALTER TABLE "clue" ADD COLUMN "customer_name_fold" text;--> statement-breakpoint
ALTER TABLE "customer_user" ADD COLUMN "nickname_fold" text;--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "name_fold" text;--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "name_pinyin" text;--> statement-breakpoint
ALTER TABLE "tracking" ADD COLUMN "content_fold" text;--> statement-breakpoint
ALTER TABLE "tracking" ADD COLUMN "customer_name_fold" text;--> statement-breakpoint
ALTER TABLE "deal" ADD COLUMN "buyer_name_fold" text;--> statement-breakpoint
ALTER TABLE "estate" ADD COLUMN "search_text_fold" text;--> statement-breakpoint
ALTER TABLE "estate_audit" ADD COLUMN "search_text_fold" text;--> statement-breakpoint
ALTER TABLE "mansion" ADD COLUMN "search_text_fold" text;--> statement-breakpoint
ALTER TABLE "mansion_application" ADD COLUMN "search_text_fold" text;--> statement-breakpoint
ALTER TABLE "inquiry" ADD COLUMN "name_fold" text;--> statement-breakpoint
ALTER TABLE "notification" ADD COLUMN "title_fold" text;--> statement-breakpoint
ALTER TABLE "investment" ADD COLUMN "title_fold" text;--> statement-breakpoint
ALTER TABLE "report" ADD COLUMN "title_fold" text;--> statement-breakpoint
ALTER TABLE "video" ADD COLUMN "title_fold" text;--> statement-breakpoint
ALTER TABLE "city_intro" ADD COLUMN "title_fold" text;--> statement-breakpoint
ALTER TABLE "encyclopaedia" ADD COLUMN "title_fold" text;--> statement-breakpoint
ALTER TABLE "seo_article" ADD COLUMN "title_fold" text;--> statement-breakpoint
ALTER TABLE "seo_keyword" ADD COLUMN "word_fold" text;--> statement-breakpoint
ALTER TABLE "special" ADD COLUMN "name_fold" text;--> statement-breakpoint
ALTER TABLE "special" ADD COLUMN "title_fold" text;--> statement-breakpoint
ALTER TABLE "broker" ADD COLUMN "name_fold" text;--> statement-breakpoint
ALTER TABLE "broker" ADD COLUMN "name_pinyin" text;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "name_fold" text;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "name_pinyin" text;--> statement-breakpoint
CREATE INDEX "customer_pinyin" ON "customer" USING btree ("name_pinyin" collate "C","id");--> statement-breakpoint
CREATE INDEX "customer_pinyin_last" ON "customer" USING btree ("name_pinyin" collate "C" desc nulls last,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "customer_contact_end" ON "customer_contact" USING btree (right("value_norm", 4)) WHERE "customer_contact"."type" in ('phone', 'whatsapp');--> statement-breakpoint
CREATE INDEX "agent_name_grams" ON "agent" USING gin (search_grams(coalesce("name_fold", "name"))) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "agent_contact_grams" ON "agent" USING gin (search_grams(coalesce("contact_name_fold", "contact_name"))) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "agent_account_name" ON "agent_account" USING gin (search_grams(coalesce("name_fold", "name"))) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "article_title" ON "article" USING gin (search_grams(coalesce("title_fold", "title"))) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "clue_words" ON "clue" USING gin (clue_marks(coalesce("customer_name_fold", "customer_name"), "status")) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "customer_user_nickname" ON "customer_user" USING gin (search_grams(coalesce("nickname_fold", "nickname"))) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "customer_trash_name" ON "customer" USING gin (search_grams(coalesce("name_fold", "name"))) WITH (gin_pending_list_limit=256) WHERE "customer"."deleted_at" is not null and "customer"."destroyed_at" is null;--> statement-breakpoint
CREATE INDEX "customer_owned_words" ON "customer" USING gin (customer_marks(coalesce("name_fold", "name"), "owner_id", "tags", "intent_country_codes", "stage", "created_at", "last_tracking_at", "next_tracking_at", "last_valid_tracking_at", "assigned_at")) WITH (gin_pending_list_limit=256) WHERE "customer"."owner_id" is not null and "customer"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "customer_pool_words" ON "customer" USING gin (customer_marks(coalesce("name_fold", "name"), "owner_id", "tags", "intent_country_codes", "stage", "created_at", "last_tracking_at", "next_tracking_at", "last_valid_tracking_at", "assigned_at")) WITH (gin_pending_list_limit=256) WHERE "customer"."owner_id" is null and "customer"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "customer_name_grams" ON "customer" USING gin (search_grams(coalesce("name_fold", "name"))) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "tracking_words" ON "tracking" USING gin (tracking_marks(coalesce("content_fold", "content"), "user_id")) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "tracking_named" ON "tracking" USING gin (tracking_marks(coalesce("customer_name_fold", "customer_name"), "user_id")) WITH (gin_pending_list_limit=256) WHERE "tracking"."deleted_at" is null and not "tracking"."of_recycled";--> statement-breakpoint
CREATE INDEX "deal_buyer" ON "deal" USING gin (search_grams(coalesce("buyer_name_fold", "buyer_name"))) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "estate_search_grams" ON "estate" USING gin (search_grams(coalesce("search_text_fold", "search_text"))) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "estate_audit_grams" ON "estate_audit" USING gin (search_grams(coalesce("search_text_fold", "search_text"))) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "mansion_search_grams" ON "mansion" USING gin (search_grams(coalesce("search_text_fold", "search_text"))) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "mansion_application_grams" ON "mansion_application" USING gin (search_grams(coalesce("search_text_fold", "search_text"))) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "inquiry_words" ON "inquiry" USING gin (inquiry_marks(coalesce("name_fold", "name"), "assignee_id", "status", "kind")) WITH (gin_pending_list_limit=256) WHERE "inquiry"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "notification_title" ON "notification" USING gin (search_grams(coalesce("title_fold", "title"))) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "investment_title" ON "investment" USING gin (search_grams(coalesce("title_fold", "title"))) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "report_title" ON "report" USING gin (search_grams(coalesce("title_fold", "title"))) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "video_title" ON "video" USING gin (search_grams(coalesce("title_fold", "title"))) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "city_intro_title" ON "city_intro" USING gin (search_grams(coalesce("title_fold", "title"))) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "encyclopaedia_title" ON "encyclopaedia" USING gin (search_grams(coalesce("title_fold", "title"))) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "seo_article_title" ON "seo_article" USING gin (search_grams(coalesce("title_fold", "title"))) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "seo_keyword_grams" ON "seo_keyword" USING gin (search_grams(coalesce("word_fold", "word"))) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "special_title" ON "special" USING gin (search_grams(coalesce("title_fold", "title"))) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "special_name" ON "special" USING gin (search_grams(coalesce("name_fold", "name"))) WITH (gin_pending_list_limit=256);--> statement-breakpoint
-- As migration 0048 has them, with what is kept of the customer's name.
CREATE OR REPLACE FUNCTION keep_customer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.owner_id IS DISTINCT FROM NEW.owner_id OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL) THEN
    UPDATE requirement SET customer_owner = CASE WHEN NEW.deleted_at IS NULL THEN coalesce(NEW.owner_id, 0) END WHERE customer_id = NEW.id;
  END IF;
  IF OLD.name <> NEW.name OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL) THEN
    UPDATE tracking SET of_recycled = NEW.deleted_at IS NOT NULL, customer_name = NEW.name, customer_name_fold = NEW.name_fold WHERE customer_id = NEW.id;
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_tracking() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  about record;
BEGIN
  SELECT name, name_fold, deleted_at INTO about FROM customer WHERE id = NEW.customer_id;
  NEW.of_recycled := about.deleted_at IS NOT NULL;
  NEW.customer_name := coalesce(about.name, NEW.customer_name);
  NEW.customer_name_fold := about.name_fold;
  RETURN NEW;
END
$$;
