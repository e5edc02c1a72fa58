import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

const HELP_TEXTS = {
  kerf_resolver_requests_total: 'Questions to sources about a video, by error code; ok where they answered.',
  kerf_resolver_seconds: 'Time that a source, or yt-dlp for it, took to tell about a video.',
  kerf_resolver_step_requests_total:
    'Questions of the resolver’s steps to YouTube, by outgoing address and error code; ok where they answered.',
  kerf_resolver_step_seconds: 'Time that a step of the resolver took.',
  kerf_outbound_received_bytes_total:
    'Bytes that came in from outside: to the guarded fetcher, or through the proxy of the resolver.',
  kerf_emails_handled_total: 'Emails that were sent, refused for good, or failed and will be tried again.',
  kerf_payment_requests_total:
    'Questions to the payment provider, by what was asked and how it ended; unclear where it did not answer sensibly.',
  kerf_payment_request_seconds: 'Time that the payment provider took to answer.',
  kerf_queue_wait_seconds: 'Time from the request for a clip to the beginning of its cut.',
  kerf_cut_seconds:
    'Time from the beginning of a cut to its finished clip, by what was done: copied, seams, transcoded, audio, gif, webp, still.',
  kerf_media_processes: 'Media processes at work, by what they are at.',
  kerf_cuts_total: 'Cuts that ended, by format, outcome and error code.',
  kerf_cut_cpu_seconds_total: 'Processor time of the media processes of cuts.',
  kerf_cut_fetched_bytes_total: 'Bytes of sources that finished clips took.',
  kerf_cut_clip_bytes_total: 'Bytes of finished clips.',
  kerf_cut_clip_seconds_total: 'Playing time of finished clips.',
  kerf_cut_frames_total: 'Frames of finished clips, copied or re-encoded.',
  kerf_media_processes_ended_total:
    'Media processes that ended: answered, refused (with an error), stopped (by a limit, or no longer wanted), died.',
  kerf_http_request_seconds: 'Time from a request to the end of its answer, by the route’s pattern, method and status.',
  kerf_http_refusals_total: 'Requests that were refused, by error code; too_many_requests and busy are limits.',
  kerf_build_info: 'Always 1; the version says which.',
  kerf_metric_errors_total: 'How often a metric could not be had, and was left out.',
  kerf_sweeps_total: 'Sweeps of files by this process that came to their end, or failed.',
  kerf_sweep_deleted_files_total: 'Files that sweeps deleted.',
  kerf_sweep_freed_bytes_total: 'Bytes that sweeps freed.',
  kerf_queue_jobs: 'Jobs in the cut queue, by class and state.',
  kerf_queue_oldest_job_age_seconds: 'How long ago the job that waits longest was asked for.',
  kerf_queue_ready_job_age_seconds: 'How long the first of the jobs that could be taken has waited for a worker.',
  kerf_queue_age_seconds: 'The same over all classes: what to scale the workers by.',
  kerf_emails: 'Emails: waiting, of these tried in vain, and given up within the last hour.',
  kerf_emails_oldest_age_seconds: 'How long ago the email that waits longest was asked for.',
  kerf_storage_clips: 'Finished clips that are kept.',
  kerf_storage_clip_bytes: 'What they take up.',
  kerf_database_size_bytes: 'What the database takes up.',
  kerf_storage_free_bytes: 'Free room on the disk that this process writes to.',
  kerf_storage_size_bytes: 'The size of that disk.',
  kerf_database_connections: 'Connections of this process to the database: in use, idle; and who waits for one.',
  kerf_sweep_last_success_timestamp_seconds: 'When files were last swept, as this process knows.',
  kerf_payment_last_round_timestamp_seconds: 'When unfinished payments were last asked about, as this process knows.',
} as const
type MetricName = keyof typeof HELP_TEXTS

/** Creates metrics in one registry, each with its text from HELP. */
export function metricsIn(registry: Registry) {
  function describe<Label extends string>(name: MetricName, labelNames: Label[]) {
    return { name, help: HELP_TEXTS[name], labelNames, registers: [registry] }
  }
  return {
    counter: <Label extends string>(name: MetricName, ...labels: Label[]) => new Counter(describe(name, labels)),
    gauge: <Label extends string>(name: MetricName, ...labels: Label[]) => new Gauge(describe(name, labels)),
    histogram: <Label extends string>(name: MetricName, buckets: number[], ...labels: Label[]) =>
      new Histogram({ ...describe(name, labels), buckets }),
  }
}
