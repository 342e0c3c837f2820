ALTER TABLE "tracking" ADD COLUMN "deal_id" bigint;--> statement-breakpoint
ALTER TABLE "schedule" ADD COLUMN "deal_id" bigint;--> statement-breakpoint
CREATE INDEX "tracking_deal" ON "tracking" USING btree ("deal_id","tracked_at") WHERE "tracking"."deal_id" is not null;--> statement-breakpoint
CREATE INDEX "billing_out" ON "billing" USING btree ("due_at","id","status","type") WHERE "billing"."direction" = 'out';--> statement-breakpoint
CREATE INDEX "billing_voucher" ON "billing" USING gin ("voucher_ids" jsonb_path_ops) WHERE "billing"."voucher_ids" <> '[]';--> statement-breakpoint
CREATE INDEX "deal_deleted" ON "deal" USING btree ("id") WHERE "deal"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "deal_source" ON "deal" USING btree ("source_type","created_at","id","owner_id","agent_id") WHERE "deal"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "media_paper" ON "media" USING btree ("scene","created_at") WHERE "media"."scene" in ('deal', 'voucher', 'statement');