CREATE TABLE "idempotency" (
	"user_id" bigint NOT NULL,
	"endpoint" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"reply" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_user_id_endpoint_key_pk" PRIMARY KEY("user_id","endpoint","key")
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "rate_limit" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "idempotency_at" ON "idempotency" USING btree ("at");