DROP INDEX "customer_tags";--> statement-breakpoint
DROP INDEX "customer_agent";--> statement-breakpoint
DROP INDEX "customer_owner";--> statement-breakpoint
CREATE INDEX "customer_owned_since" ON "customer" USING btree (coalesce("assigned_at", "created_at"),"id") WHERE "customer"."owner_id" is not null and "customer"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "customer_words" ON "customer" USING gin (words_of("tags"),words_of("intent_country_codes"),words_of("intent_estate_ids"),array_append(words_of("intent_district_ids"), "district_id"::text)) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "customer_owner" ON "customer" USING btree ("owner_id","created_at","id","stage") WHERE "customer"."deleted_at" is null;