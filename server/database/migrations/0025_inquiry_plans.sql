DROP INDEX "tracking_user";--> statement-breakpoint
DROP INDEX "tracking_at";--> statement-breakpoint
CREATE INDEX "tracking_user" ON "tracking" USING btree ("user_id","tracked_at","id","customer_id","is_valid","of_recycled") WHERE "tracking"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "tracking_at" ON "tracking" USING btree ("tracked_at","id","user_id","customer_id","is_valid","of_recycled") WHERE "tracking"."deleted_at" is null;