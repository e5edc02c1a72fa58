import type * as english from '../en/tools.ts'
import type { Wording } from '../wording.ts'

export const toolsWords: Wording<typeof english.toolsWords> = {
  lead: '動画から直接ここへ。',
  bookmarklet: {
    title: 'ブックマーク',
    text: 'このボタンをブックマークバーにドラッグしてください。動画のあるページで押すと、再生中の位置からここで開きます。',
    name: (product) => `${product}で切り出す`,
    pressed: 'ここでは押さずに、ブックマークバーにドラッグしてください。',
    byHand:
      'ドラッグできない場合は、どのページでもよいのでブックマークを作り、アドレスを次の文字列に置き換えてください：',
  },
  phone: {
    title: 'スマートフォン',
    android:
      'Android：ブラウザのメニューを開き、このサイトをホーム画面に追加してください。以後、動画を共有するときの一覧に表示されます。',
    iphone:
      'iPhone：ブックマークを作り、アドレスを上の文字列に置き換えてください。ブラウザで動画を見ているときに開きます。',
  },
  extension: {
    title: 'ブラウザ拡張機能',
    text: 'YouTubeで、Alt+IとAlt+Oを押してクリップの開始と終了をマークします。「Kerfで切り出す」を押すと、すべてここで開きます。必要な権限はYouTubeだけで、何もダウンロードしません。',
    install: 'このサイトのソースコードに含まれています：',
    load: 'ChromeとEdge：chrome://extensionsを開き、デベロッパーモードを有効にして、apps/extension/dist/chrome-mv3を読み込みます。Firefox：about:debuggingを開き、apps/extension/dist/firefox-mv3を一時的なアドオンとして読み込みます。',
  },
  programs: {
    title: 'プログラムとアシスタント',
    text: 'APIキーがあれば、スクリプトやコマンドラインからここで切り出せます。コマンドラインはこのサイトのソースコードに含まれています：',
    assistants: 'MCPに対応したアシスタントは、このアドレスでツールを見つけます：',
    keys: 'APIキー',
  },
}
