DROP INDEX "tracking_visit";--> statement-breakpoint
DROP INDEX "customer_held";--> statement-breakpoint
DROP INDEX "customer_pool";--> statement-breakpoint
DROP INDEX "customer_trash";--> statement-breakpoint
DROP INDEX "customer_owned_created";--> statement-breakpoint
DROP INDEX "customer_owned_budget";--> statement-breakpoint
DROP INDEX "tracking_customer";--> statement-breakpoint
CREATE INDEX "customer_user_platform" ON "customer_user" USING btree ("register_platform","registered_at","id");--> statement-breakpoint
CREATE INDEX "customer_user_status" ON "customer_user" USING btree ("status","registered_at","id");--> statement-breakpoint
CREATE INDEX "customer_trash_owner" ON "customer" USING btree ("last_owner_id","deleted_at","id") WHERE "customer"."deleted_at" is not null and "customer"."destroyed_at" is null;--> statement-breakpoint
CREATE INDEX "customer_kept_level" ON "customer" USING btree ("level","owner_id","created_at","id") WHERE "customer"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "customer_kept_stage" ON "customer" USING btree ("stage","owner_id","created_at","id") WHERE "customer"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "customer_kept_source" ON "customer" USING btree ("source","owner_id","created_at","id") WHERE "customer"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "customer_pool_reason" ON "customer" USING btree ("pool_reason","pool_at","id") WHERE "customer"."owner_id" is null and "customer"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "customer_counted" ON "customer" USING btree ("owner_id") WHERE "customer"."owner_id" is not null and "customer"."deleted_at" is null and "customer"."stage" not in ('contracted', 'completed', 'lost', 'invalid');--> statement-breakpoint
CREATE INDEX "requirement_purposes" ON "requirement" USING gin ("purposes");--> statement-breakpoint
CREATE INDEX "tracking_type" ON "tracking" USING btree ("type","tracked_at","id","user_id","customer_id","is_valid") WHERE "tracking"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "tracking_result" ON "tracking" USING btree ("result","tracked_at","id","user_id","customer_id","is_valid") WHERE "tracking"."deleted_at" is null and "tracking"."result" is not null;--> statement-breakpoint
CREATE INDEX "schedule_start" ON "schedule" USING btree ("start_at","id");--> statement-breakpoint
CREATE INDEX "schedule_created" ON "schedule" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "schedule_due" ON "schedule" USING btree (("status" <> 'pending'),(case when "status" = 'pending' then "start_at" end),"start_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "customer_held" ON "customer" USING btree ("owner_id","created_at","id","stage","level","source","last_tracking_at","next_tracking_at","last_valid_tracking_at","assigned_at","is_locked","locked_until","intent_country_codes") WHERE "customer"."owner_id" is not null and "customer"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "customer_pool" ON "customer" USING btree ("pool_at","id","level","stage","source","pool_reason","created_at","intent_country_codes") WHERE "customer"."owner_id" is null and "customer"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "customer_trash" ON "customer" USING btree ("deleted_at","id") WHERE "customer"."deleted_at" is not null and "customer"."destroyed_at" is null;--> statement-breakpoint
CREATE INDEX "customer_owned_created" ON "customer" USING btree ("created_at","id","intent_country_codes") WHERE "customer"."owner_id" is not null and "customer"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "customer_owned_budget" ON "customer" USING btree ("budget_currency","budget_max","id") WHERE "customer"."owner_id" is not null and "customer"."deleted_at" is null and "customer"."budget_currency" is not null;--> statement-breakpoint
CREATE INDEX "tracking_customer" ON "tracking" USING btree ("customer_id","tracked_at","id","user_id","is_valid","deleted_at");