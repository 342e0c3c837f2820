-- The words of a JSON array: what an index of them holds.
CREATE FUNCTION words_of(list jsonb) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$ BEGIN RETURN ARRAY(SELECT jsonb_array_elements_text(list)); END $$;--> statement-breakpoint
DROP TRIGGER customer_tally_inserted ON "customer";--> statement-breakpoint
DROP TRIGGER customer_tally_deleted ON "customer";--> statement-breakpoint
DROP TRIGGER customer_tally_updated ON "customer";--> statement-breakpoint
DROP TRIGGER estate_tally_inserted ON "estate";--> statement-breakpoint
DROP TRIGGER estate_tally_deleted ON "estate";--> statement-breakpoint
DROP TRIGGER estate_tally_updated ON "estate";--> statement-breakpoint
DROP TRIGGER customer_kept ON "customer";--> statement-breakpoint
DROP TRIGGER requirement_kept ON "requirement";--> statement-breakpoint
DROP TRIGGER tracking_kept ON "tracking";--> statement-breakpoint
DROP TRIGGER deal_kept ON "deal";--> statement-breakpoint
DROP TRIGGER billing_kept ON "billing";--> statement-breakpoint
DROP FUNCTION tally_customers();--> statement-breakpoint
DROP FUNCTION tally_estates();--> statement-breakpoint
DROP FUNCTION keep_customer();--> statement-breakpoint
DROP FUNCTION keep_requirement();--> statement-breakpoint
DROP FUNCTION keep_tracking();--> statement-breakpoint
DROP FUNCTION keep_deal();--> statement-breakpoint
DROP FUNCTION keep_billing();--> statement-breakpoint
ALTER TABLE "tally" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP TABLE "tally" CASCADE;--> statement-breakpoint
DROP INDEX "agent_no_prefix";--> statement-breakpoint
DROP INDEX "agent_held";--> statement-breakpoint
DROP INDEX "agent_status";--> statement-breakpoint
DROP INDEX "agent_level";--> statement-breakpoint
DROP INDEX "agent_cooperation";--> statement-breakpoint
DROP INDEX "agent_country";--> statement-breakpoint
DROP INDEX "agent_account_parent";--> statement-breakpoint
DROP INDEX "agent_login_log_result";--> statement-breakpoint
DROP INDEX "agent_login_log_platform";--> statement-breakpoint
DROP INDEX "article_created";--> statement-breakpoint
DROP INDEX "article_publish";--> statement-breakpoint
DROP INDEX "article_views";--> statement-breakpoint
DROP INDEX "article_sort";--> statement-breakpoint
DROP INDEX "article_status";--> statement-breakpoint
DROP INDEX "article_category_of";--> statement-breakpoint
DROP INDEX "article_country";--> statement-breakpoint
DROP INDEX "article_translation_of";--> statement-breakpoint
DROP INDEX "clue_no_prefix";--> statement-breakpoint
DROP INDEX "clue_settled";--> statement-breakpoint
DROP INDEX "clue_visit";--> statement-breakpoint
DROP INDEX "clue_agent_status";--> statement-breakpoint
DROP INDEX "clue_handler_status";--> statement-breakpoint
DROP INDEX "clue_account";--> statement-breakpoint
DROP INDEX "clue_collision";--> statement-breakpoint
DROP INDEX "clue_reviewed";--> statement-breakpoint
DROP INDEX "clue_visited";--> statement-breakpoint
DROP INDEX "clue_expected";--> statement-breakpoint
DROP INDEX "clue_protect_first";--> statement-breakpoint
DROP INDEX "clue_reviewed_last";--> statement-breakpoint
DROP INDEX "clue_visited_last";--> statement-breakpoint
DROP INDEX "clue_expected_last";--> statement-breakpoint
DROP INDEX "clue_protect_last";--> statement-breakpoint
DROP INDEX "clue_protect";--> statement-breakpoint
DROP INDEX "clue_estate_phone";--> statement-breakpoint
DROP INDEX "clue_phone_ends";--> statement-breakpoint
DROP INDEX "clue_phone_suffix";--> statement-breakpoint
DROP INDEX "clue_phone_national";--> statement-breakpoint
DROP INDEX "clue_words";--> statement-breakpoint
DROP INDEX "account_statement_no_prefix";--> statement-breakpoint
DROP INDEX "account_statement_to";--> statement-breakpoint
DROP INDEX "account_statement_paid";--> statement-breakpoint
DROP INDEX "account_statement_paid_last";--> statement-breakpoint
DROP INDEX "blacklist_status";--> statement-breakpoint
DROP INDEX "blacklist_user";--> statement-breakpoint
DROP INDEX "customer_user_no_prefix";--> statement-breakpoint
DROP INDEX "customer_user_inactive";--> statement-breakpoint
DROP INDEX "customer_user_channel";--> statement-breakpoint
DROP INDEX "customer_user_platform";--> statement-breakpoint
DROP INDEX "customer_user_status";--> statement-breakpoint
DROP INDEX "unregister_request_no_prefix";--> statement-breakpoint
DROP INDEX "customer_no_prefix";--> statement-breakpoint
DROP INDEX "customer_held";--> statement-breakpoint
DROP INDEX "customer_tracking_count";--> statement-breakpoint
DROP INDEX "customer_trash_owner";--> statement-breakpoint
DROP INDEX "customer_pool_no";--> statement-breakpoint
DROP INDEX "customer_trash_no";--> statement-breakpoint
DROP INDEX "customer_trash_name";--> statement-breakpoint
DROP INDEX "customer_referrer";--> statement-breakpoint
DROP INDEX "customer_merged";--> statement-breakpoint
DROP INDEX "customer_owned_words";--> statement-breakpoint
DROP INDEX "customer_pool_words";--> statement-breakpoint
DROP INDEX "customer_pinyin";--> statement-breakpoint
DROP INDEX "customer_pinyin_last";--> statement-breakpoint
DROP INDEX "customer_owned_no";--> statement-breakpoint
DROP INDEX "customer_level";--> statement-breakpoint
DROP INDEX "customer_lost";--> statement-breakpoint
DROP INDEX "customer_phone_national";--> statement-breakpoint
DROP INDEX "customer_first_owner";--> statement-breakpoint
DROP INDEX "customer_owned_created";--> statement-breakpoint
DROP INDEX "customer_owned_tracked";--> statement-breakpoint
DROP INDEX "customer_owned_untracked";--> statement-breakpoint
DROP INDEX "customer_owned_next";--> statement-breakpoint
DROP INDEX "customer_owned_next_last";--> statement-breakpoint
DROP INDEX "customer_owned_idle";--> statement-breakpoint
DROP INDEX "customer_owned_held";--> statement-breakpoint
DROP INDEX "customer_owned_budget";--> statement-breakpoint
DROP INDEX "customer_kept_level";--> statement-breakpoint
DROP INDEX "customer_kept_stage";--> statement-breakpoint
DROP INDEX "customer_kept_source";--> statement-breakpoint
DROP INDEX "customer_pool_reason";--> statement-breakpoint
DROP INDEX "customer_counted";--> statement-breakpoint
DROP INDEX "customer_district";--> statement-breakpoint
DROP INDEX "customer_intent_district";--> statement-breakpoint
DROP INDEX "customer_intent_estate";--> statement-breakpoint
DROP INDEX "customer_intent_country";--> statement-breakpoint
DROP INDEX "requirement_no_prefix";--> statement-breakpoint
DROP INDEX "requirement_held";--> statement-breakpoint
DROP INDEX "requirement_created";--> statement-breakpoint
DROP INDEX "requirement_country";--> statement-breakpoint
DROP INDEX "requirement_purposes";--> statement-breakpoint
DROP INDEX "requirement_purpose_lists";--> statement-breakpoint
DROP INDEX "tracking_valid";--> statement-breakpoint
DROP INDEX "tracking_invalid";--> statement-breakpoint
DROP INDEX "tracking_visit";--> statement-breakpoint
DROP INDEX "tracking_type";--> statement-breakpoint
DROP INDEX "tracking_result";--> statement-breakpoint
DROP INDEX "tracking_created";--> statement-breakpoint
DROP INDEX "tracking_words";--> statement-breakpoint
DROP INDEX "tracking_named";--> statement-breakpoint
DROP INDEX "transfer_request_created";--> statement-breakpoint
DROP INDEX "billing_no_prefix";--> statement-breakpoint
DROP INDEX "billing_owner";--> statement-breakpoint
DROP INDEX "billing_agent";--> statement-breakpoint
DROP INDEX "billing_paid";--> statement-breakpoint
DROP INDEX "billing_commission_due";--> statement-breakpoint
DROP INDEX "billing_commission_paid";--> statement-breakpoint
DROP INDEX "billing_paid_last";--> statement-breakpoint
DROP INDEX "billing_created";--> statement-breakpoint
DROP INDEX "billing_type";--> statement-breakpoint
DROP INDEX "billing_out";--> statement-breakpoint
DROP INDEX "deal_no_prefix";--> statement-breakpoint
DROP INDEX "deal_clue_any";--> statement-breakpoint
DROP INDEX "deal_subscribed";--> statement-breakpoint
DROP INDEX "deal_contracted";--> statement-breakpoint
DROP INDEX "deal_subscribed_last";--> statement-breakpoint
DROP INDEX "deal_contracted_last";--> statement-breakpoint
DROP INDEX "deal_amount_last";--> statement-breakpoint
DROP INDEX "deal_deleted";--> statement-breakpoint
DROP INDEX "deal_source";--> statement-breakpoint
DROP INDEX "deal_payment";--> statement-breakpoint
DROP INDEX "deal_cancelled";--> statement-breakpoint
DROP INDEX "deal_amount";--> statement-breakpoint
DROP INDEX "deal_pay_status";--> statement-breakpoint
DROP INDEX "deal_commission_status";--> statement-breakpoint
DROP INDEX "estate_listed";--> statement-breakpoint
DROP INDEX "estate_price_last";--> statement-breakpoint
DROP INDEX "estate_yield";--> statement-breakpoint
DROP INDEX "estate_yield_last";--> statement-breakpoint
DROP INDEX "estate_completion";--> statement-breakpoint
DROP INDEX "estate_completion_last";--> statement-breakpoint
DROP INDEX "estate_currency";--> statement-breakpoint
DROP INDEX "estate_place_published";--> statement-breakpoint
DROP INDEX "estate_of_country";--> statement-breakpoint
DROP INDEX "estate_of_district";--> statement-breakpoint
DROP INDEX "estate_sale";--> statement-breakpoint
DROP INDEX "estate_audited";--> statement-breakpoint
DROP INDEX "estate_hot";--> statement-breakpoint
DROP INDEX "estate_layouts";--> statement-breakpoint
DROP INDEX "estate_layout_lists";--> statement-breakpoint
DROP INDEX "estate_broker";--> statement-breakpoint
DROP INDEX "estate_brochure";--> statement-breakpoint
DROP INDEX "estate_audit_reviewed";--> statement-breakpoint
DROP INDEX "mansion_status";--> statement-breakpoint
DROP INDEX "mansion_source";--> statement-breakpoint
DROP INDEX "mansion_structure";--> statement-breakpoint
DROP INDEX "mansion_built";--> statement-breakpoint
DROP INDEX "mansion_country";--> statement-breakpoint
DROP INDEX "mansion_application_result";--> statement-breakpoint
DROP INDEX "inquiry_no_prefix";--> statement-breakpoint
DROP INDEX "inquiry_taken";--> statement-breakpoint
DROP INDEX "inquiry_status";--> statement-breakpoint
DROP INDEX "inquiry_converted";--> statement-breakpoint
DROP INDEX "inquiry_kind";--> statement-breakpoint
DROP INDEX "inquiry_due_at";--> statement-breakpoint
DROP INDEX "inquiry_response";--> statement-breakpoint
DROP INDEX "inquiry_response_last";--> statement-breakpoint
DROP INDEX "inquiry_assignee";--> statement-breakpoint
DROP INDEX "inquiry_platform";--> statement-breakpoint
DROP INDEX "inquiry_overdue";--> statement-breakpoint
DROP INDEX "inquiry_case_stage";--> statement-breakpoint
DROP INDEX "inquiry_visa_met";--> statement-breakpoint
DROP INDEX "inquiry_visa_order";--> statement-breakpoint
DROP INDEX "inquiry_tracker";--> statement-breakpoint
DROP INDEX "inquiry_content";--> statement-breakpoint
DROP INDEX "inquiry_phone";--> statement-breakpoint
DROP INDEX "inquiry_phone_national";--> statement-breakpoint
DROP INDEX "inquiry_phone_last4";--> statement-breakpoint
DROP INDEX "inquiry_wechat";--> statement-breakpoint
DROP INDEX "inquiry_email";--> statement-breakpoint
DROP INDEX "inquiry_words";--> statement-breakpoint
DROP INDEX "notification_send";--> statement-breakpoint
DROP INDEX "notification_send_last";--> statement-breakpoint
DROP INDEX "notification_targets";--> statement-breakpoint
DROP INDEX "notification_reads";--> statement-breakpoint
DROP INDEX "notification_status";--> statement-breakpoint
DROP INDEX "notification_type";--> statement-breakpoint
DROP INDEX "notification_audience";--> statement-breakpoint
DROP INDEX "notification_receipt_reason";--> statement-breakpoint
DROP INDEX "notification_receipt_read";--> statement-breakpoint
DROP INDEX "banner_created";--> statement-breakpoint
DROP INDEX "investment_created";--> statement-breakpoint
DROP INDEX "investment_publish";--> statement-breakpoint
DROP INDEX "investment_views";--> statement-breakpoint
DROP INDEX "investment_sort";--> statement-breakpoint
DROP INDEX "investment_status";--> statement-breakpoint
DROP INDEX "investment_category";--> statement-breakpoint
DROP INDEX "investment_country";--> statement-breakpoint
DROP INDEX "investment_translation_of";--> statement-breakpoint
DROP INDEX "report_created";--> statement-breakpoint
DROP INDEX "report_publish";--> statement-breakpoint
DROP INDEX "report_downloads";--> statement-breakpoint
DROP INDEX "report_sort";--> statement-breakpoint
DROP INDEX "report_status";--> statement-breakpoint
DROP INDEX "report_category";--> statement-breakpoint
DROP INDEX "report_country";--> statement-breakpoint
DROP INDEX "report_period";--> statement-breakpoint
DROP INDEX "video_created";--> statement-breakpoint
DROP INDEX "video_publish";--> statement-breakpoint
DROP INDEX "video_plays";--> statement-breakpoint
DROP INDEX "video_sort";--> statement-breakpoint
DROP INDEX "video_status";--> statement-breakpoint
DROP INDEX "video_type";--> statement-breakpoint
DROP INDEX "search_word_special";--> statement-breakpoint
DROP INDEX "search_word_city";--> statement-breakpoint
DROP INDEX "city_intro_sort";--> statement-breakpoint
DROP INDEX "city_intro_blocks";--> statement-breakpoint
DROP INDEX "city_intro_country";--> statement-breakpoint
DROP INDEX "city_intro_status";--> statement-breakpoint
DROP INDEX "encyclopaedia_translation_of";--> statement-breakpoint
DROP INDEX "encyclopaedia_city";--> statement-breakpoint
DROP INDEX "encyclopaedia_publish";--> statement-breakpoint
DROP INDEX "encyclopaedia_views";--> statement-breakpoint
DROP INDEX "encyclopaedia_sort";--> statement-breakpoint
DROP INDEX "encyclopaedia_category";--> statement-breakpoint
DROP INDEX "encyclopaedia_status";--> statement-breakpoint
DROP INDEX "seo_article_translation_of";--> statement-breakpoint
DROP INDEX "seo_article_district";--> statement-breakpoint
DROP INDEX "seo_article_publish";--> statement-breakpoint
DROP INDEX "seo_article_views";--> statement-breakpoint
DROP INDEX "seo_article_words";--> statement-breakpoint
DROP INDEX "seo_article_density";--> statement-breakpoint
DROP INDEX "seo_article_inlinks";--> statement-breakpoint
DROP INDEX "seo_article_indexed";--> statement-breakpoint
DROP INDEX "seo_article_status";--> statement-breakpoint
DROP INDEX "seo_article_due";--> statement-breakpoint
DROP INDEX "seo_keyword_intent";--> statement-breakpoint
DROP INDEX "seo_keyword_group";--> statement-breakpoint
DROP INDEX "seo_keyword_status";--> statement-breakpoint
DROP INDEX "seo_keyword_rank_now";--> statement-breakpoint
DROP INDEX "seo_keyword_volume";--> statement-breakpoint
DROP INDEX "special_created";--> statement-breakpoint
DROP INDEX "special_publish";--> statement-breakpoint
DROP INDEX "special_views";--> statement-breakpoint
DROP INDEX "special_visitors";--> statement-breakpoint
DROP INDEX "special_inquiries";--> statement-breakpoint
DROP INDEX "special_status";--> statement-breakpoint
DROP INDEX "special_template";--> statement-breakpoint
DROP INDEX "special_translation_of";--> statement-breakpoint
DROP INDEX "special_tracker";--> statement-breakpoint
DROP INDEX "operation_log_module";--> statement-breakpoint
DROP INDEX "operation_log_action";--> statement-breakpoint
DROP INDEX "schedule_created";--> statement-breakpoint
DROP INDEX "agent_no";--> statement-breakpoint
DROP INDEX "agent_created";--> statement-breakpoint
DROP INDEX "agent_manager";--> statement-breakpoint
DROP INDEX "agent_unregister_no";--> statement-breakpoint
DROP INDEX "clue_no";--> statement-breakpoint
DROP INDEX "clue_created";--> statement-breakpoint
DROP INDEX "clue_status";--> statement-breakpoint
DROP INDEX "clue_agent";--> statement-breakpoint
DROP INDEX "clue_handler";--> statement-breakpoint
DROP INDEX "clue_estate";--> statement-breakpoint
DROP INDEX "clue_phone";--> statement-breakpoint
DROP INDEX "account_statement_no";--> statement-breakpoint
DROP INDEX "customer_user_no";--> statement-breakpoint
DROP INDEX "unregister_request_no";--> statement-breakpoint
DROP INDEX "customer_no";--> statement-breakpoint
DROP INDEX "customer_pool";--> statement-breakpoint
DROP INDEX "customer_agent";--> statement-breakpoint
DROP INDEX "customer_tags";--> statement-breakpoint
DROP INDEX "customer_stage";--> statement-breakpoint
DROP INDEX "requirement_no";--> statement-breakpoint
DROP INDEX "requirement_updated";--> statement-breakpoint
DROP INDEX "tracking_customer";--> statement-breakpoint
DROP INDEX "tracking_user";--> statement-breakpoint
DROP INDEX "tracking_at";--> statement-breakpoint
DROP INDEX "billing_no";--> statement-breakpoint
DROP INDEX "billing_status";--> statement-breakpoint
DROP INDEX "billing_due";--> statement-breakpoint
DROP INDEX "deal_no";--> statement-breakpoint
DROP INDEX "deal_created";--> statement-breakpoint
DROP INDEX "deal_status";--> statement-breakpoint
DROP INDEX "deal_owner";--> statement-breakpoint
DROP INDEX "deal_agent";--> statement-breakpoint
DROP INDEX "deal_estate";--> statement-breakpoint
DROP INDEX "deal_customer";--> statement-breakpoint
DROP INDEX "estate_no";--> statement-breakpoint
DROP INDEX "estate_audit_no";--> statement-breakpoint
DROP INDEX "mansion_no";--> statement-breakpoint
DROP INDEX "mansion_application_no";--> statement-breakpoint
DROP INDEX "inquiry_no";--> statement-breakpoint
DROP INDEX "inquiry_created";--> statement-breakpoint
DROP INDEX "inquiry_held";--> statement-breakpoint
DROP INDEX "inquiry_due";--> statement-breakpoint
DROP INDEX "broker_no";--> statement-breakpoint
CREATE INDEX "clue_name" ON "clue" USING gin (search_grams(coalesce("customer_name_fold", "customer_name"))) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "customer_owner" ON "customer" USING btree ("owner_id","created_at","id") WHERE "customer"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "customer_next" ON "customer" USING btree ("next_tracking_at","id") WHERE "customer"."next_tracking_at" is not null;--> statement-breakpoint
CREATE INDEX "customer_idle" ON "customer" USING btree (coalesce(greatest("last_valid_tracking_at", "assigned_at"), "created_at"),"id") WHERE "customer"."owner_id" is not null and "customer"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "tracking_content" ON "tracking" USING gin (search_grams(coalesce("content_fold", "content"))) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "estate_country" ON "estate" USING btree ("country_code","created_at","id") WHERE "estate"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "inquiry_name" ON "inquiry" USING gin (search_grams(coalesce("name_fold", "name"))) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "inquiry_contact" ON "inquiry" USING gin ((array["phone", "phone_e164", "phone_last4", lower("wechat"), "email"])) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE UNIQUE INDEX "agent_no" ON "agent" USING btree ("agent_no" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "agent_created" ON "agent" USING btree ("created_at","id") WHERE "agent"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "agent_manager" ON "agent" USING btree ("manager_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "agent_unregister_no" ON "agent_unregister" USING btree ("request_no" text_pattern_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "clue_no" ON "clue" USING btree ("clue_no" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "clue_created" ON "clue" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "clue_status" ON "clue" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "clue_agent" ON "clue" USING btree ("agent_id","created_at","id");--> statement-breakpoint
CREATE INDEX "clue_handler" ON "clue" USING btree ("handler_id","created_at","id");--> statement-breakpoint
CREATE INDEX "clue_estate" ON "clue" USING btree ("estate_id","created_at","id");--> statement-breakpoint
CREATE INDEX "clue_phone" ON "clue" USING btree ("phone_suffix","phone_prefix");--> statement-breakpoint
CREATE UNIQUE INDEX "account_statement_no" ON "account_statement" USING btree ("statement_no" text_pattern_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "customer_user_no" ON "customer_user" USING btree ("user_no" text_pattern_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "unregister_request_no" ON "unregister_request" USING btree ("request_no" text_pattern_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "customer_no" ON "customer" USING btree ("customer_no" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "customer_pool" ON "customer" USING btree ("pool_at","id") WHERE "customer"."owner_id" is null and "customer"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "customer_agent" ON "customer" USING btree ("agent_id") WHERE "customer"."agent_id" is not null;--> statement-breakpoint
CREATE INDEX "customer_tags" ON "customer" USING gin (words_of("tags")) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "customer_stage" ON "customer" USING btree ("stage","created_at","id") WHERE "customer"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "requirement_no" ON "requirement" USING btree ("requirement_no" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "requirement_updated" ON "requirement" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "tracking_customer" ON "tracking" USING btree ("customer_id","tracked_at","id");--> statement-breakpoint
CREATE INDEX "tracking_user" ON "tracking" USING btree ("user_id","tracked_at","id") WHERE "tracking"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "tracking_at" ON "tracking" USING btree ("tracked_at","id") WHERE "tracking"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "billing_no" ON "billing" USING btree ("billing_no" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "billing_status" ON "billing" USING btree ("status","due_at","id");--> statement-breakpoint
CREATE INDEX "billing_due" ON "billing" USING btree ("due_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "deal_no" ON "deal" USING btree ("deal_no" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "deal_created" ON "deal" USING btree ("created_at","id") WHERE "deal"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "deal_status" ON "deal" USING btree ("status","created_at","id") WHERE "deal"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "deal_owner" ON "deal" USING btree ("owner_id","created_at","id") WHERE "deal"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "deal_agent" ON "deal" USING btree ("agent_id","created_at","id") WHERE "deal"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "deal_estate" ON "deal" USING btree ("estate_id","created_at","id") WHERE "deal"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "deal_customer" ON "deal" USING btree ("customer_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "estate_no" ON "estate" USING btree ("estate_no" text_pattern_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "estate_audit_no" ON "estate_audit" USING btree ("audit_no" text_pattern_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "mansion_no" ON "mansion" USING btree ("mansion_no" text_pattern_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "mansion_application_no" ON "mansion_application" USING btree ("application_no" text_pattern_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "inquiry_no" ON "inquiry" USING btree ("inquiry_no" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "inquiry_created" ON "inquiry" USING btree ("created_at","id") WHERE "inquiry"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "inquiry_held" ON "inquiry" USING btree (coalesce("assignee_id", 0),"created_at","id") WHERE "inquiry"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "inquiry_due" ON "inquiry" USING btree ("due_at","id") WHERE "inquiry"."deleted_at" is null and "inquiry"."status" in ('pending', 'assigned');--> statement-breakpoint
CREATE UNIQUE INDEX "broker_no" ON "broker" USING btree ("broker_no" text_pattern_ops);--> statement-breakpoint
ALTER TABLE "requirement" DROP COLUMN "customer_owner";--> statement-breakpoint
ALTER TABLE "tracking" DROP COLUMN "of_recycled";--> statement-breakpoint
ALTER TABLE "tracking" DROP COLUMN "customer_name";--> statement-breakpoint
ALTER TABLE "tracking" DROP COLUMN "customer_name_fold";--> statement-breakpoint
ALTER TABLE "billing" DROP COLUMN "deal_owner_id";--> statement-breakpoint
ALTER TABLE "billing" DROP COLUMN "deal_agent_id";--> statement-breakpoint
DROP FUNCTION customer_marks;--> statement-breakpoint
DROP FUNCTION customer_words;--> statement-breakpoint
DROP FUNCTION inquiry_marks;--> statement-breakpoint
DROP FUNCTION clue_marks;--> statement-breakpoint
DROP FUNCTION tracking_marks;
