import type { HealthWording } from '@kerf/domain/health/health-sentences'
import type * as english from '../en/admin-settings.ts'
import type { Wording } from '../wording.ts'

const startWorker =
  'npm run workerで起動するか、npm startで全部をひとつのプロセスとして起動してください。待機中のジョブは失われません。'
const seeLog = '理由はログをご確認ください。'
const becauseOf = (reason: string): string => (reason === '' ? '。' : `：${reason}。`)
const disagree = 'PayPalでこれらの注文を調べ、プランのない支払いを返金してください。'

/** Sentences about the health of a server, in Japanese. */
export const healthSentences: HealthWording = {
  cutting_ok: '切り出しができます。',
  cutting_limited: '切り出しができますが、制限があります。',
  cutting_untested: '問題は見つかっていませんが、まだ確認していないものがあります。',
  cutting_stopped: 'いまは切り出しができません。',

  database_ok: 'データベースは稼働しています。',
  database_silent: `データベースが応答しません。${seeLog}`,

  queue_ok: 'ジョブは処理されています。',
  queue_no_workers: `ワーカーが動いていないため、何も切り出されません。${startWorker}`,
  queue_silent: `ジョブキューが応答しません。${seeLog}`,
  queue_slow: (waited) =>
    `キューで最も古いジョブは${waited}分待っています。CPUコアに余裕があれば、WORKER_CONCURRENCYを増やしてKerfを再起動してください。`,

  workers_ok: (running, concurrency) => `${concurrency}ワーカー中${running}が切り出し中です。`,
  workers_unknown: 'ジョブキューが応答しないため、ワーカーの状態は不明です。「ジョブキュー」をご覧ください。',
  workers_none: `ワーカーが動いていません。${startWorker}`,
  workers_idle: (idle) =>
    `ジョブが待っていますが、${idle}分間どのワーカーも受け取っていません。ログで「trouble with the database」を検索し、Kerfを再起動してください。待機中のジョブは失われません。`,

  engine_ok: (version) => `メディアライブラリを読み込みました：${version}。`,
  engine_confined: 'プロセスとyt-dlpはbubblewrapで隔離されています。',
  engine_unconfined:
    'ここではbubblewrapが使えません。yt-dlpは隔離されず、メディアプロセスはNodeの権限だけで制限されます。ネイティブコードには効きません。',
  engine_broken: (reason) =>
    `メディアライブラリを読み込めないため、何も切り出せません${reason === '' ? '' : `（${reason}）`}。Kerfを動かすのと同じバージョンのNodeで、Kerfのフォルダでnpm ciを実行してから再起動してください。`,
  engine_codecs_missing: (codecs) =>
    `メディアライブラリにコーデックが足りないため、切り出せないクリップがあります（${codecs}）。Kerfのフォルダでnpm ciを実行してから再起動してください。`,

  storage_ok: 'クリップのための容量は十分です。',
  storage_unreadable: 'クリップのフォルダを読めません。DATA_DIRをご確認ください。',
  storage_full: 'ディスクがいっぱいのため、新しいダウンロードは拒否されます。空き容量を増やしてください。',
  storage_low: '空きが2 GB未満です。空き容量を増やすか、管理画面で保存期間を短くしてください。',

  store_unreachable:
    'ファイルストレージが応答しません。稼働していて、STORAGE_URLがそこを指していることをご確認ください。',
  store_denied:
    'ファイルストレージが認証情報を拒否しました。AWS_ACCESS_KEY_IDとAWS_SECRET_ACCESS_KEY、およびバケットでの一覧、読み取り、書き込み、削除の権限をご確認ください。',
  store_no_bucket: 'STORAGE_URLのバケットがありません。作成するか、名前を直してください。',
  store_wrong_region: 'バケットのリージョンがSTORAGE_URLと違います。STORAGE_URLのリージョンを直してください。',
  store_clock: 'このマシンとファイルストレージの時計がずれすぎています。このマシンの時計を合わせてください。',
  store_foreign:
    'STORAGE_URLの場所には別のサーバーのファイルがあるため、何も保存しません。STORAGE_URLに専用のプレフィックスを付けてください。',
  store_refused: `ファイルストレージがリクエストを拒否しました。${seeLog}`,

  disk_ok: 'ディスクの空き容量は十分です。',
  disk_free: (free) => `ディスクの空き容量は十分です：空き${free}。新しいダウンロードには256 MBが必要です。`,
  disk_unreadable:
    'データフォルダを読めません。DATA_DIRが存在し、Kerfを動かすユーザーのものであることをご確認ください。',
  disk_full: 'ディスクがいっぱいのため、新しいダウンロードは拒否されます。',
  disk_low: '空きが2 GB未満です。',
  disk_advice: 'クリーンアップを実行するか、設定で保存期間を短くするか、DATA_DIRをより大きなディスクに移してください。',

  sources_none: '有効な配信元がないため、切り出せるのはサンプルだけです。設定で有効にしてください。',
  sources_media: 'メディアファイルへのリンクを切り出せます。YouTubeのリンクは無効です。',
  sources_media_still: 'メディアファイルへのリンクは引き続き切り出せます。',

  resolver_ok: 'yt-dlpの準備ができています。',
  resolver_unneeded: 'Kerfはまず自分でYouTubeに問い合わせます。yt-dlpは予備にすぎません。',
  resolver_answers: (step) => `YouTubeの応答方法：${step}。`,
  resolver_reserve: (version) => `yt-dlp ${version}は予備です。`,
  resolver_unanswered: (cause) => `YouTubeは最近の問い合わせに応答していません：${cause}`,
  resolver_network: (cause) =>
    `このサーバーからYouTubeに接続できません（${cause}）。ネットワーク、ネームサーバー、OUTBOUND_PROXYを確認してください。`,
  resolver_untested: 'YouTubeにはまだ問い合わせていません。',
  resolver_held_back: '最新バージョンはここで動かないため、より新しいものが出るまで以前のバージョンを使います。',
  sites_untested: (names) => `まだ問い合わせていません：${names}。`,
  sites_answer: (names) => `応答しているサイト：${names}。`,
  sites_unanswered: (name, cause) => `${name}が最近の問い合わせに応答していません：${cause}`,
  resolver_off: 'YouTubeのリンクは無効です。管理画面の設定の「配信元」をご覧ください。',
  resolver_broken: 'インストールされたyt-dlpが動きません。再インストールしてください。',
  resolver_no_folder: (folder) =>
    `yt-dlpを実行できません。${folder}にフォルダーを作成できないためです。TMPDIRに、Kerfが書き込めるフォルダーを設定してください。`,
  resolver_known_broken: (version) =>
    `yt-dlp ${version}は動かないことがわかっています。YouTubeが対応しなくなりました。`,
  resolver_old_configured: 'YTDLP_PATHのプログラムを更新してください。',
  resolver_passed_over: (version) =>
    `PATHにあるyt-dlp ${version}は動かないことがわかっているため、使いません。更新するか、削除してください。`,
  resolver_old_fetched:
    'Kerfは新しいバージョンをダウンロードできませんでした。このサーバーからGitHubに接続できることをご確認ください。',
  resolver_misnamed: 'YTDLP_PATHが実行できるプログラムを指していません。直すか、削除してください。',
  resolver_missing: 'yt-dlpがありません。インストールするか、YTDLP_PATHを設定してください。',
  resolver_fetching: 'yt-dlpをダウンロードしています。',
  resolver_unfetched:
    'yt-dlpをダウンロードできませんでした。このサーバーからGitHubに接続できることを確認するか、yt-dlpをインストールするか、YTDLP_PATHを設定してください。',

  sweep_ok: '期限切れのファイルは削除されています。',
  sweep_stale: `期限切れのファイルが削除されていません。${seeLog}`,

  mail_ok: (place) => `メールはメールサーバー${place}から送信されます。`,
  mail_outbox: (place) =>
    `メールは${place}にファイルとして書き込まれ、だれにも送信されません。送信するにはSMTP_URLを設定してください。`,
  mail_silent: `メールキューが応答しません。${seeLog}`,
  mail_no_worker:
    'メールが送信されていません。ワーカーが動いていないか、起動したばかりです。待機中のメールは失われません。',
  mail_given_up: (lost, waiting, reason) =>
    `この1時間に${lost}通の送信を諦めました。${waiting}通が待機中です${becauseOf(reason)}`,
  mail_waiting: (waiting, reason) => `${waiting}通が待機中で、最も古いものは10分以上待っています${becauseOf(reason)}`,
  mail_tried: (tried, reason) =>
    `${tried}通がまだメールサーバーに受け付けられていません。再試行します${becauseOf(reason)}`,
  mail_advice_server: (place) =>
    `メールはメールサーバー${place}から送信されます。SMTP_URLとMAIL_FROMを確認し、ログで「email not sent yet」を検索してください。`,
  mail_advice_outbox: (place) =>
    `メールは${place}にファイルとして書き込まれます。DATA_DIRに書き込めることをご確認ください。`,

  address_ok: (origin) => `${origin}では、Cookie、変更、バイト範囲、イベントストリームがすべて届いています。`,
  address_untested: 'ブラウザまでの経路はまだ確認していません。',
  address_other: (origin, publicUrl) =>
    `${origin}でアクセスしていますが、Kerfが変更を受け付けるのは${publicUrl}だけです。そのアドレスを使うか、PUBLIC_URLを直してください。`,
  address_unnamed: (origin) =>
    `Kerfは${origin}からの変更を受け付けません。PUBLIC_URLにこのアドレスを、TRUST_PROXYに手前のプロキシの数を設定し、Kerfを再起動してください。`,
  address_no_cookie:
    'Cookieが戻ってこないため、切り出しもログインの維持もできません。プロキシでSet-CookieとCookieを通してください。',
  address_no_range:
    'プロキシがRangeを取り除くため、プレーヤーでのシークやダウンロードの再開ができません。Rangeを通してください。',
  address_held_back:
    'プロキシが応答を最後まで溜めるため、ページに進捗が表示されません。バッファリングを無効にしてください（nginxではproxy_buffering off）。',
  address_no_visitors:
    'Kerfに訪問者のアドレスが見えないため、全員が1人として数えられます。TRUST_PROXYに手前のプロキシの数を設定し、最初のプロキシからX-Forwarded-Forを送ってください。',

  updates_off: (version) =>
    `バージョン${version}です。UPDATES_FROMに自分の場所を指定しないかぎり、Kerfは新しいバージョンをどこにも問い合わせません。`,
  updates_newest: (version) => `バージョン${version}です。UPDATES_FROMに、より新しいバージョンはありません。`,
  updates_newer: (newest, version) => `バージョン${newest}が利用できます。これはバージョン${version}です。`,
  updates_unknown: (version, reason) =>
    `バージョン${version}です。UPDATES_FROMを読めないため、最新のバージョンは不明です${becauseOf(reason)}`,

  sign_in_passwords: 'ログインはパスワードで行います。IDプロバイダーは設定されていません。',
  sign_in_ok: (name) => `${name}は応答しており、ログインに使えます。`,
  sign_in_down: (name, reason) =>
    `${name}が使えないため、だれもこれでログインできません${becauseOf(reason)}OIDC_ISSUERを確認し、ログで「trouble with the identity provider」を検索してください。`,

  payments_no_plans: 'このサーバーでは何も販売していません。',
  payments_ok: (environment) => `プランを購入できます（${environment}）。`,
  payments_round: (last) => `未完了の注文の最終確認：${last}。`,
  payments_off: 'PayPalアプリのクライアントIDとシークレットが入力されるまで、プランは購入できません。',
  payments_unknown: 'データベースが応答しないため、プランを購入できるか不明です。「データベース」をご覧ください。',
  payments_secret_unreadable:
    'プランは購入できません。保存されたシークレットが別のクライアントIDのものか、その後SESSION_SECRETが変更されました。シークレットをもう一度入力してください。',
  payments_secret_missing:
    'プランは購入できません。シークレットがありません。入力するか、クライアントIDを空にしてください。',
  payments_refused: (environment) =>
    `PayPalが${environment}環境でクライアントIDまたはシークレットを拒否しました。PayPalの開発者ダッシュボードから、同じアプリの両方をもう一度入力してください。`,
  payments_unreachable: 'PayPalに接続できません。OUTBOUND_PROXYとPAYPAL_API_URLをご確認ください。',
  payments_no_webhook:
    'Webhook IDがないため、チャージバックに気づけず、返金に気づくのも遅れます。PayPalアプリからコピーしてください。',
  payments_disagree: (orders) => `次の注文について、PayPalとこのサーバーの記録が一致しません：${orders}。${disagree}`,
  payments_disagree_more: (orders) =>
    `次の注文などについて、PayPalとこのサーバーの記録が一致しません：${orders}。${disagree}`,
  payments_no_rounds: '未完了の注文が確認されていません。ログで「trouble with payments」を検索してください。',
}

export const adminSettingsWords: Wording<typeof english.adminSettingsWords> = {
  settings: {
    failed: '設定を読み込めませんでした。',
    free: '無料プラン',
    freeMaxQuality: '無料の最高画質',
    freeMaxQualityNote: '無料アカウントがダウンロードできる最高画質です。ダウンロードページの表示もこれに従います。',
    freeDailyLimit: '1日の上限',
    freeDailyLimitNote: '無料アカウントの1日のダウンロード数です。',
    freeDailyLimitFault: (min, max) => `${min}～${max}の整数を入力してください。`,
    sale: {
      legend: '販売するもの',
      modes: {
        off: { name: 'なし', note: 'だれでもすべての機能を使えます。上限は管理画面で設定できます。' },
        on: { name: 'プラン', note: '訪問者にプランと料金が表示され、PayPalで支払えます。' },
      },
      fromEnvironment: (variable) => `環境変数の${variable}で決まっています。`,
    },
    limits: {
      legend: '上限',
      note: '管理者以外のすべての人に適用されます。空欄にすると上限はありません。',
      strangerMaxQuality: 'アカウントなしの最高画質',
      strangerDailyLimit: 'アカウントなしの1日のダウンロード数',
      accountDailyLimit: 'アカウントありの1日のダウンロード数',
      longestClip: 'クリップの最大の長さ（分）',
      longestClipFault: (most) => `1～${most}の分数を入力するか、空欄にしてください。`,
    },
    overEnvironment: (variable, value) => `ここに保存した値が${variable}=${value}より優先されます。`,
    clips: 'クリップ',
    retentionHours: '保存期間（時間）',
    retentionNote: (max) =>
      `完成したクリップを保存する時間です。利用者には${max}時間以内と約束しています。短くすると、既存のクリップにも適用されます。`,
    retentionFault: (min, max) => `${min}～${max}の時間数を入力してください。`,
    sources: '配信元',
    sourceNames: { youtube: 'YouTubeのリンク', media: 'メディアファイルへの直接リンク' },
    sharing: '公開リンクと署名付きアドレスでのクリップ共有を許可する',
    sharingNote:
      'リンクはクリップの所有者が作成し、クリップとともに終了します。オフにすると、既存のリンクも使えなくなります。',
    sourcesNote: '内蔵のサンプルはいつでも使えます。配信元を無効にすると、待機中のクリップは失敗します。',
    payments: 'お支払い',
    portalNote: (webhook) =>
      `3つともPayPalの開発者ダッシュボードのひとつのアプリから取得します。${webhook}へのWebhookを、次のイベントで作成してください：Payment capture completed、pending、declined、denied、refunded、reversed、およびCustomer dispute resolved。詳しくはdocs/operating.mdの「Payments」をご覧ください。`,
    portal: 'PayPalのダッシュボードを開く',
    clientId: '決済のクライアントID',
    clientIdNote: '空にすると、お支払いが無効になります。',
    clientIdFault: 'クライアントIDに使えるのは、英数字、ハイフン、アンダースコアです。',
    secret: 'クライアントシークレット',
    secretKnown: '保存済みです。空のままにすると、そのまま使います。表示されることはありません。',
    secretUnknown: '未設定です。ないと、有料プランを購入できません。',
    secretFault: 'シークレットは空白なしの256文字以内です。',
    webhookId: 'Webhook ID',
    webhookIdNote: 'ないと、返金に気づくのが遅れ、チャージバックには気づけません。',
    webhookFault: 'Webhook IDは英数字50文字以内です。',
    environment: '環境',
    environments: { sandbox: 'サンドボックス', production: '本番' },
    admins: '管理者',
    secondFactor: '管理者に2段階認証を必須にする',
    secondFactorNote: '設定していない管理者は、設定するまで管理画面を開けません。',
    secondFactorWarning:
      'あなたのアカウントではまだ設定されていません。保存すると、設定するまで管理画面を開けなくなります。',
    save: '保存',
    saving: '保存しています…',
    saved: '設定を保存しました',
    savedText: '今から適用されます。',
    invalid: '保存されていません。印の付いた項目をご確認ください。',
  },
  storage: {
    title: 'ストレージ',
    cleanup: '期限切れを削除',
    cleaning: '削除しています…',
    cleaned: 'クリーンアップが完了しました',
    cleanedText: (files, formatted, size) =>
      files === 0 ? '期限切れのファイルはありませんでした。' : `${formatted}個のファイルを削除し、${size}空きました。`,
    view: '使用状況を見る',
    hide: '使用状況を隠す',
    failed: '使用状況を読み込めませんでした。',
    used: '使用中',
    clips: 'クリップ',
    clipsOf: (clips, formatted, size) => (clips === 0 ? 'なし' : `${formatted}クリップ、${size}`),
    scratch: '切り出し中',
    previews: 'サムネイル、波形',
    database: 'データベース',
    largest: '最も大きいクリップ',
    free: 'ディスクの空き',
    oldest: '最も古いクリップ',
    none: 'なし',
    unknown: '不明',
  },
  health: {
    title: 'システムの状態',
    again: 'もう一度確認',
    checking: '確認しています…',
    failed: 'システムの状態を読み込めませんでした。',
    version: (version) => `バージョン${version}`,
    parts: {
      database: 'データベース',
      queue: 'ジョブキュー',
      workers: 'ワーカー',
      engine: 'メディアライブラリ',
      storage: 'ファイルストレージ',
      disk: 'ディスク',
      resolver: 'YouTubeダウンローダー',
      sweep: 'クリーンアップ',
      mail: 'メール',
      signIn: 'ログイン',
      payments: 'お支払い',
      source: '配信元',
      address: 'アドレス',
      updates: 'アップデート',
    },
    facts: {
      queue: (waiting, running) => `待機中${waiting}、切り出し中${running}`,
      oldest: (seconds) => `最長の待ち時間：${seconds}秒`,
      disk: (free, total) => `${total}中${free}が空き`,
      resolver: (version, _days, formatted) => `バージョン${version}、${formatted}日前`,
      step: (name, answered, failed) => `${name}：応答${answered}、失敗${failed}`,
      sweep: (instant) => `最終実行：${instant}`,
    },
    sentences: healthSentences,
    states: { ok: '稼働中', untested: '未確認', degraded: '不調', failing: '停止', off: 'オフ' },
  },
  standing: {
    title: '現在の状況',
    again: '再テスト',
    testing: 'ブラウザまでの経路を確認しています…',
    all: 'すべての項目',
  },
  processes: {
    title: '動作中のプロセス',
    columns: {
      process: 'プロセス',
      role: '役割',
      version: 'バージョン',
      atWork: '切り出し中',
      since: '起動日時',
      seen: '最終確認',
    },
    roles: { serve: 'すべて', web: 'Web', worker: 'ワーカー' },
    processId: (id) => `プロセス${id}`,
    atWork: (running, concurrency) => `${running}／${concurrency}`,
    cutsNone: '切り出しなし',
    unknown: 'ジョブキューが応答しないため、動作中のプロセスは不明です。',
    notes: {
      all_in_one: 'ひとつのプロセスがすべてを行い、ページの表示とクリップの切り出しをします。',
      mixed_versions: 'プロセスのバージョンが異なります。アップグレード中は正常です。',
    },
  },
  messages: {
    title: 'メッセージ',
    label: 'お問い合わせのメッセージ',
    columns: { message: 'メッセージ', from: '差出人', received: '受信日時', status: '状態', actions: '操作' },
    statuses: { new: '新着', answered: '返信済み' },
    priority: '優先',
    empty: 'メッセージはまだありません。',
    failed: 'メッセージを読み込めませんでした。',
    answered: '返信済みにする',
    reopen: '新着に戻す',
    mark: (action, subject) => `${action}：${subject}`,
    marked: 'メッセージを更新しました',
    reply: (email) => `${email}に返信`,
  },
  subscribers: {
    title: 'ニュースレター',
    write: '確認済みの登録者全員に送る',
    ask: '確認済みの登録者全員にメールが届きます。取り消しはできません。',
    queued: 'ニュースレターをキューに入れました',
    recipients: (_amount, formatted) => `宛先${formatted}人`,
    label: 'ニュースレターの登録者',
    columns: { email: 'メールアドレス', asked: '登録日', status: '状態' },
    confirmed: '確認済み',
    waiting: '未確認',
    empty: '登録者はまだいません。',
    failed: '登録者を読み込めませんでした。',
  },
  notices: {
    title: 'DMCA削除申請',
    label: 'DMCA削除申請',
    columns: { work: '作品とリンク', from: '申請者', received: '受信日時', status: '状態', actions: '判断' },
    statuses: { open: '未対応', blocked: 'ブロック済み', dismissed: '却下' },
    empty: '削除申請はまだありません。',
    failed: '削除申請を読み込めませんでした。',
    reference: (reference) => `参照番号${reference}`,
    signed: (name) => `署名：${name}`,
    block: 'ブロック',
    dismiss: '却下',
    decide: (decision, work) => `${decision}：${work}`,
    blockTitle: 'この申請のリンクをブロック',
    blockText:
      '今後、これらのリンクは拒否されます。ジョブは停止され、クリップは削除されます。後で解除しても元には戻りません。',
    blockConfirm: 'リンクをブロック',
    blocked: 'リンクをブロックしました',
    blockedText: '今後は拒否されます。クリップは削除されました。',
    dismissed: '申請を却下しました',
    unblockable: (links) => `ブロックされていません：${links}。このサーバーで処理できる動画のリンクではありません。`,
  },
  shares: {
    title: '共有中のクリップ',
    label: '共有中のクリップ',
    columns: {
      clip: 'クリップ',
      owner: '所有者',
      shared: '共有日時',
      ends: '終了',
      opened: '開封回数',
      actions: '操作',
    },
    visitor: 'アカウントのない訪問者',
    empty: '共有中のクリップはありません。',
    failed: '共有中のクリップを読み込めませんでした。',
    end: '取り消す',
    endOf: (title) => `取り消す：${title}`,
    ended: 'リンクを取り消しました',
  },
  blocklist: {
    title: 'ブロックリスト',
    label: 'ブロックしたリンク',
    columns: { link: 'リンク', kind: '種類', reason: '理由', since: '開始日', actions: '操作' },
    kinds: { video: '動画', channel: 'チャンネル', domain: 'ドメイン' },
    kindField: 'ブロックする対象',
    by: (name) => `設定者：${name}`,
    empty: 'ブロックしたリンクはありません。',
    failed: 'ブロックリストを読み込めませんでした。',
    linkFields: {
      video: 'ブロックするリンク',
      channel: 'ブロックするチャンネル',
      domain: 'ブロックするドメイン',
    },
    placeholders: {
      video: 'https://www.youtube.com/watch?v=…',
      channel: '@ハンドルまたはUC…',
      domain: 'example.jp',
    },
    linkFaults: {
      video: 'リンクを入力してください。',
      channel: 'チャンネルを入力してください。',
      domain: 'ドメインを入力してください。',
    },
    unblockable: {
      sample: 'サンプルはこのサーバーに付属しており、ブロックできません。',
      not_a_video:
        'ひとつの動画を指すリンクではありません。YouTubeの動画かメディアファイルへのリンクを入力してください。',
      not_a_channel:
        'YouTubeのチャンネルではありません。@ハンドルか、/@または/channel/UCを含むリンクを入力してください。',
      old_channel_name:
        '/c/や/user/の後の名前では、チャンネルを特定できません。チャンネルを開いて@ハンドルをコピーしてください。',
      not_a_domain: 'ドメインではありません。example.jpのように入力してください。',
      too_wide: '多くのドメインがこの末尾を共有しています。特定のドメインを入力してください。',
    },
    reasonFault: '後でほかの人にもわかるように、理由を入力してください。',
    add: { video: 'リンクをブロック', channel: 'チャンネルをブロック', domain: 'ドメインをブロック' },
    ask: (link) =>
      `今後、${link}はすべて拒否されます。ジョブは停止され、クリップは削除されます。後で解除しても元には戻りません。`,
    adding: 'ブロックしています…',
    added: {
      video: 'リンクをブロックしました',
      channel: 'チャンネルをブロックしました',
      domain: 'ドメインをブロックしました',
    },
    known: 'すでにブロックされています',
    knownText: (link) => `${link}はブロックされたままです。理由を置き換えました。`,
    remove: '解除',
    removeOf: (link) => `${link}のブロックを解除`,
    removed: {
      video: 'リンクのブロックを解除しました',
      channel: 'チャンネルのブロックを解除しました',
      domain: 'ドメインのブロックを解除しました',
    },
  },
  audit: {
    label: '監査ログ',
    columns: { when: '日時', who: '実行者', what: '内容', target: '対象' },
    empty: '記録はまだありません。',
    failed: '監査ログを読み込めませんでした。',
    nothingFound: '記録が見つかりません。',
    search: '監査ログを検索',
    searchPlaceholder: '名前、詳細、ID',
    everything: 'すべて',
    server: 'サーバー',
    deletedAccount: (id) => `削除されたアカウント${id}`,
    withoutAccount: (id) => `アカウントなし：${id}`,
    unnamed: {
      job: (id) => `ジョブ${id}`,
      notice: (id) => `削除申請${id}`,
      block: (id) => `ブロック${id}`,
      message: (id) => `メッセージ${id}`,
      invitation: (id) => `招待${id}`,
    },
    actions: {
      admin_made: '管理者を任命',
      user_updated: 'ユーザーを変更',
      user_deleted: 'ユーザーを削除',
      users_exported: 'ユーザーを書き出し',
      job_retried: 'ジョブを再試行',
      job_cancelled: 'ジョブをキャンセル',
      job_file_opened: 'クリップを閲覧',
      clip_shared: 'クリップを共有',
      share_ended: '共有クリップを取り消し',
      settings_changed: '設定を変更',
      invitation_made: '招待を作成',
      invitation_revoked: '招待を取り消し',
      invitation_used: '招待を使用',
      cleanup_run: 'クリーンアップを実行',
      message_marked: 'メッセージの状態を変更',
      newsletter_exported: '登録者を書き出し',
      newsletter_sent: 'ニュースレターを送信',
      notice_decided: '削除申請を判断',
      link_blocked: 'リンクをブロック',
      link_unblocked: 'ブロックを解除',
    },
  },
}
