CREATE TABLE "clips" (
	"id" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"reference" text NOT NULL,
	"reference_key" text NOT NULL,
	"start_ms" integer NOT NULL,
	"end_ms" integer NOT NULL,
	"quality" text NOT NULL,
	"format" text NOT NULL,
	"job_id" uuid,
	"status" text NOT NULL,
	"stage" text NOT NULL,
	"progress" double precision NOT NULL,
	"eta_seconds" double precision,
	"error_code" text,
	"file_key" text,
	"size_bytes" bigint,
	"receipt" jsonb,
	"superseded" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"expires_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "downloads" (
	"id" text PRIMARY KEY NOT NULL,
	"viewer_id" text NOT NULL,
	"video_id" text NOT NULL,
	"clip_id" text NOT NULL,
	"quality" text NOT NULL,
	"format" text NOT NULL,
	"quota_day" text,
	"quota_month" text,
	"cancelled_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quota_usage" (
	"viewer_id" text NOT NULL,
	"period" text NOT NULL,
	"used" integer NOT NULL,
	CONSTRAINT "quota_usage_viewer_id_period_pk" PRIMARY KEY("viewer_id","period")
);
--> statement-breakpoint
CREATE TABLE "resolutions" (
	"source" text NOT NULL,
	"reference_key" text NOT NULL,
	"video" jsonb NOT NULL,
	"resolved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "resolutions_source_reference_key_pk" PRIMARY KEY("source","reference_key")
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "videos" (
	"id" text PRIMARY KEY NOT NULL,
	"viewer_id" text NOT NULL,
	"source" text NOT NULL,
	"reference" text NOT NULL,
	"link" text NOT NULL,
	"start_ms" integer NOT NULL,
	"end_ms" integer NOT NULL,
	"details" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "viewers" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_video_id_videos_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."videos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_clip_id_clips_id_fk" FOREIGN KEY ("clip_id") REFERENCES "public"."clips"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "clips_live_wish" ON "clips" USING btree ("source","reference_key","start_ms","end_ms","quality","format") WHERE status in ('queued', 'processing', 'completed') and not superseded;--> statement-breakpoint
CREATE INDEX "clips_status" ON "clips" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "clips_expiry" ON "clips" USING btree ("expires_at") WHERE status = 'completed';--> statement-breakpoint
CREATE INDEX "clips_file" ON "clips" USING btree ("file_key") WHERE file_key is not null;--> statement-breakpoint
CREATE INDEX "downloads_video" ON "downloads" USING btree ("video_id","viewer_id");--> statement-breakpoint
CREATE INDEX "downloads_clip" ON "downloads" USING btree ("clip_id");--> statement-breakpoint
CREATE INDEX "resolutions_resolved_at" ON "resolutions" USING btree ("resolved_at");--> statement-breakpoint
CREATE UNIQUE INDEX "viewers_token_hash" ON "viewers" USING btree ("token_hash");