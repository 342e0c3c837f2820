-- The characters of a text and its pairs of neighbours, in lower case: what search indexes hold. Letters outside ASCII stay as they are, whatever the locale.
CREATE FUNCTION search_grams(value text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  letters text[] := string_to_array(lower(value COLLATE "C"), NULL);
  grams text[] := letters;
BEGIN
  FOR i IN 2..cardinality(letters) LOOP
    grams := grams || (letters[i - 1] || letters[i]);
  END LOOP;
  RETURN grams;
END
$$;--> statement-breakpoint
DROP INDEX "customer_owner";--> statement-breakpoint
DROP INDEX "customer_valid_tracking";--> statement-breakpoint
DROP INDEX "customer_next_tracking";--> statement-breakpoint
DROP INDEX "customer_user_nickname";--> statement-breakpoint
DROP INDEX "customer_user_registered";--> statement-breakpoint
DROP INDEX "customer_user_active";--> statement-breakpoint
DROP INDEX "customer_pool";--> statement-breakpoint
DROP INDEX "customer_name";--> statement-breakpoint
DROP INDEX "customer_created";--> statement-breakpoint
DROP INDEX "customer_owned_created";--> statement-breakpoint
DROP INDEX "customer_owned_tracked";--> statement-breakpoint
DROP INDEX "customer_owned_held";--> statement-breakpoint
DROP INDEX "requirement_updated";--> statement-breakpoint
DROP INDEX "tracking_user";--> statement-breakpoint
DROP INDEX "tracking_at";--> statement-breakpoint
DROP INDEX "tracking_content";--> statement-breakpoint
CREATE INDEX "blacklist_created" ON "blacklist" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "customer_user_inactive" ON "customer_user" USING btree ("last_active_at","id");--> statement-breakpoint
CREATE INDEX "customer_held" ON "customer" USING btree ("owner_id","created_at","id","stage","level","source","last_tracking_at","next_tracking_at") WHERE "customer"."owner_id" is not null and "customer"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "customer_tracking_count" ON "customer" USING btree ("tracking_count","id");--> statement-breakpoint
CREATE INDEX "customer_name_grams" ON "customer" USING gin (search_grams("name")) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "customer_level" ON "customer" USING btree ("level","id");--> statement-breakpoint
CREATE INDEX "customer_stage" ON "customer" USING btree (array_position('{new,contacted,qualified,visited,subscribed,contracted,completed,lost,invalid}'::text[], "stage"),"id");--> statement-breakpoint
CREATE INDEX "customer_owned_untracked" ON "customer" USING btree ("last_tracking_at","id") WHERE "customer"."owner_id" is not null and "customer"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "customer_owned_next" ON "customer" USING btree ("next_tracking_at","id") WHERE "customer"."owner_id" is not null and "customer"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "customer_owned_next_last" ON "customer" USING btree ("next_tracking_at" DESC NULLS LAST,"id" DESC NULLS FIRST) WHERE "customer"."owner_id" is not null and "customer"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "requirement_no_prefix" ON "requirement" USING btree ("requirement_no" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "requirement_created" ON "requirement" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "tracking_visit" ON "tracking" USING btree ("tracked_at","customer_id","user_id") WHERE "tracking"."type" = 'visit' and "tracking"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "tracking_created" ON "tracking" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "transfer_request_created" ON "transfer_request" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "customer_user_nickname" ON "customer_user" USING gin (search_grams("nickname")) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "customer_user_registered" ON "customer_user" USING btree ("registered_at","id");--> statement-breakpoint
CREATE INDEX "customer_user_active" ON "customer_user" USING btree ("last_active_at" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "customer_pool" ON "customer" USING btree ("pool_at","id","level","stage","source","pool_reason","created_at") WHERE "customer"."owner_id" is null and "customer"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "customer_name" ON "customer" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "customer_created" ON "customer" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "customer_owned_created" ON "customer" USING btree ("created_at","id") WHERE "customer"."owner_id" is not null and "customer"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "customer_owned_tracked" ON "customer" USING btree ("last_tracking_at" DESC NULLS LAST,"id" DESC NULLS FIRST) WHERE "customer"."owner_id" is not null and "customer"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "customer_owned_held" ON "customer" USING btree (coalesce("assigned_at", "created_at"),"id") WHERE "customer"."owner_id" is not null and "customer"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "requirement_updated" ON "requirement" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "tracking_user" ON "tracking" USING btree ("user_id","tracked_at","id","customer_id","is_valid") WHERE "tracking"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "tracking_at" ON "tracking" USING btree ("tracked_at","id","user_id","customer_id","is_valid") WHERE "tracking"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "tracking_content" ON "tracking" USING gin (search_grams("content")) WITH (gin_pending_list_limit=256);