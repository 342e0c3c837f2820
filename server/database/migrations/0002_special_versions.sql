ALTER TABLE "special" ADD COLUMN "thanks_url" text;--> statement-breakpoint
ALTER TABLE "special" ADD COLUMN "form_consent" text;--> statement-breakpoint
ALTER TABLE "special" ADD COLUMN "privacy" text;--> statement-breakpoint
ALTER TABLE "special" ADD COLUMN "variant_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;