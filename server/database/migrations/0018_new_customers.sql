ALTER TABLE "customer" ADD COLUMN "first_owner_id" bigint;--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "is_imported" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "customer" ADD CONSTRAINT "customer_first_owner_id_user_id_fk" FOREIGN KEY ("first_owner_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
UPDATE "customer" SET "first_owner_id" = "customer_owner_log"."to_user" FROM "customer_owner_log"
  WHERE "customer_owner_log"."customer_id" = "customer"."id" AND "customer_owner_log"."action" = 'create';--> statement-breakpoint
UPDATE "customer" SET "is_imported" = true FROM "batch_row" JOIN "batch" ON "batch"."id" = "batch_row"."batch_id"
  WHERE "batch_row"."row_id" = "customer"."id" AND "batch"."act" = 'import' AND "batch"."target_type" = 'customer';--> statement-breakpoint
CREATE INDEX "customer_first_owner" ON "customer" USING btree ("first_owner_id","created_at","is_imported") WHERE "customer"."merged_to_id" is null;