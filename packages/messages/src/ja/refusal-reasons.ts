import type { Wording } from '../wording.ts'

type English = typeof import('../en/refusal-reasons.ts')

export const reasonSentences: Wording<English['reasonSentences']> = {
  dns: (host) =>
    `${host}の公開アドレスが見つかりませんでした（DNS）。リンクと、このサーバーのネットワークを確認してください。`,
  network: (host) => `このサーバーから${host}に接続できません。ネットワークを確認してください。`,
  proxy: (host) => `このサーバーのプロキシが${host}に接続できませんでした。`,
  refused: (host) => `${host}が接続を拒否しました。後でもう一度お試しください。`,
  tls: (host) => `${host}に安全に接続できません。証明書またはTLSが受け入れられませんでした。`,
  broken: (host) => `${host}との接続が切断されました。もう一度お試しください。`,
  status: (status) => `配信元から動画ではなくHTTPステータス${status}が返されました。`,
  not_allowed: (target) =>
    `読み取れるのはポート80と443の公開アドレスだけです。許可するには、OUTBOUND_ALLOW=${target}を設定してください。`,
  starts_at: (time) => `この動画は${time}に始まります。公開されると切り出せます。`,
  restricted_mode: () =>
    'このサーバーのネットワークではYouTubeの制限付きモードが有効なため、この動画は表示されません。',
  begins_at: (seconds) => `この範囲では何も表示できません。表示できる最初のフレームは${seconds}秒です。`,
  other_site: (site) => `${site}のリンクには対応していません。`,
  sign_in: (site) => `この動画は、ログインした人だけが${site || 'YouTube'}で視聴できます。`,
  content_warning: () => 'この動画は、ログインしてコンテンツの警告を確認した人だけがYouTubeで視聴できます。',
  site_refuses: (site) =>
    `${site}がこのサーバーからの読み取りを許可していません。後でもう一度試すか、別の動画をお試しください。`,
  site_limits: (site) => `${site}がこのサーバーからのリクエストを制限しています。後でもう一度お試しください。`,
  site_unopened: (site) => `このサーバーではまだ${site}のリンクを開けません。ダウンローダーがありません。`,
  only_preview: (site) => `サブスクリプションがない場合、${site}で再生できるのは一部だけです。`,
  password: () => 'この動画はパスワードで保護されています。',
  embed_only: () => 'この動画は、埋め込まれたページでのみ再生できます。',
  drm: () => 'この動画は暗号化（DRM）されているため、切り出せません。',
  adults: () => 'この動画は成人向けとされています。そのような動画はここでは開けません。',
  several_videos: () => 'このリンクには複数の動画があります。いずれか1つのリンクを貼り付けてください。',
  accepts: (sites) => `次のサイトの動画のリンクを入力してください：${sites}。`,
}
