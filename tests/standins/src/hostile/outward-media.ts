/**
 * Files that name other files, in every way that players and tools are known to follow. `target` is a whole address,
 * such as `file:///etc/passwd` or a place on this machine.
 */
export interface OutwardFile {
  /** The file name. Careless programs derive the format from its extension. */
  name: string
  bytes: Buffer
}

/** Extensions of the texts below, to pass checks of the file name. */
const EXTENSIONS = ['mp4', 'ts', 'mkv', 'mov', 'm4a', 'webm']

/** Lists and descriptions, in text, of media at other addresses. */
export function outwardTexts(target: string): readonly OutwardFile[] {
  const path = target.replace(/^file:\/\//, '')
  const texts: Record<string, string> = {
    hls: `#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n${target}\n#EXT-X-ENDLIST\n`,
    'hls-with-bom': `\ufeff#EXTM3U\n#EXTINF:9,\n${target}\n#EXT-X-ENDLIST\n`,
    'hls-after-space': `\n \t#EXTM3U\n#EXTINF:9,\n${target}\n#EXT-X-ENDLIST\n`,
    'hls-subfile': `#EXTM3U\n#EXTINF:9,\nsubfile,,start,0,end,1000,,:${path}\n#EXT-X-ENDLIST\n`,
    'hls-concat': `#EXTM3U\n#EXTINF:9,\nconcat:${target}|${target}\n#EXT-X-ENDLIST\n`,
    'hls-crypto': `#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="data:,0123456789abcdef"\n#EXTINF:9,\ncrypto+${target}\n#EXT-X-ENDLIST\n`,
    'hls-gopher': '#EXTM3U\n#EXTINF:9,\ngopher://127.0.0.1:80/_GET%20/\n#EXT-X-ENDLIST\n',
    'hls-data': '#EXTM3U\n#EXTINF:9,\ndata:video/mp2t;base64,RwAAAA==\n#EXT-X-ENDLIST\n',
    'hls-bare-path': `#EXTM3U\n#EXTINF:9,\n${path}\n#EXT-X-ENDLIST\n`,
    'hls-key': `#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="${target}"\n#EXTINF:9,\nown.ts\n#EXT-X-ENDLIST\n`,
    'hls-map': `#EXTM3U\n#EXT-X-MAP:URI="${target}"\n#EXTINF:9,\nown.m4s\n#EXT-X-ENDLIST\n`,
    'hls-session-data': `#EXTM3U\n#EXT-X-SESSION-DATA:DATA-ID="a",URI="${target}"\n#EXT-X-STREAM-INF:BANDWIDTH=1\n${target}\n`,
    m3u: `${target}\n`,
    dash: `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT9S"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>${target}</BaseURL></Representation></AdaptationSet></Period></MPD>`,
    'dash-with-entity': `<?xml version="1.0"?><!DOCTYPE MPD [<!ENTITY x SYSTEM "${target}">]><MPD type="static"><Period>&x;</Period></MPD>`,
    smooth: `<SmoothStreamingMedia MajorVersion="2" Duration="90000000"><StreamIndex Type="video" Url="${target}"><c d="90000000"/></StreamIndex></SmoothStreamingMedia>`,
    concat: `ffconcat version 1.0\nfile '${path}'\nduration 9\n`,
    'concat-plain': `file '${path}'\n`,
    sdp: `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 80 RTP/AVP 96\na=rtpmap:96 H264/90000\n`,
    smil: `<smil><body><video src="${target}"/></body></smil>`,
    xspf: `<?xml version="1.0"?><playlist version="1" xmlns="http://xspf.org/ns/0/"><trackList><track><location>${target}</location></track></trackList></playlist>`,
    pls: `[playlist]\nFile1=${target}\nNumberOfEntries=1\nVersion=2\n`,
    asx: `<asx version="3.0"><entry><ref href="${target}"/></entry></asx>`,
    'quicktime-link': `<?xml version="1.0"?><?quicktime type="application/x-quicktime-media-link"?><embed src="${target}"/>`,
    ram: `rtsp://127.0.0.1:80/a.rm\n${target}\n`,
    avisynth: `AviSource("${path}")\n`,
    'rtsp-text': `RTSPtext\n${target}\n`,
    reference: `[Reference]\nRef1=${target}\n`,
    shortcut: `[InternetShortcut]\nURL=${target}\n`,
    svg: `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="${target}"/></svg>`,
    page: `<!doctype html><meta http-equiv="refresh" content="0;url=${target}"><iframe src="${target}"></iframe>`,
    ffmetadata: `;FFMETADATA1\ntitle=${target}\n`,
    imf: `<?xml version="1.0"?><AssetMap xmlns="http://www.smpte-ra.org/schemas/429-9/2007/AM"><AssetList><Asset><ChunkList><Chunk><Path>${path}</Path></Chunk></ChunkList></Asset></AssetList></AssetMap>`,
  }
  return Object.entries(texts).flatMap(([kind, text], index) => {
    const fileExtension = EXTENSIONS[index % EXTENSIONS.length]!
    return [{ name: `${kind}.${fileExtension}`, bytes: Buffer.from(text) }]
  })
}

/** MP4, QuickTime and Matroska files that refer to data in other files. `video` is a healthy MP4. */
export function outwardContainers(video: Buffer, target: string): readonly OutwardFile[] {
  const url = box('url ', Buffer.from(`\0\0\0\0${target}\0`, 'latin1'))
  const alias = box('alis', Buffer.concat([Buffer.alloc(4), aliasRecord(target.replace(/^file:\/\//, ''))]))
  const urn = box('urn ', Buffer.from(`\0\0\0\0urn:x\0${target}\0`, 'latin1'))
  const brand = box('ftyp', Buffer.from('qt  \0\0\0\0qt  ', 'latin1'))
  const reference = Buffer.alloc(12)
  reference.write('url ', 4, 'latin1')
  reference.writeUInt32BE(target.length + 1, 8)
  const rdrf = box('rdrf', Buffer.concat([reference, Buffer.from(`${target}\0`, 'latin1')]))
  return [
    { name: 'dref-url.mp4', bytes: withDataReference(video, [url]) },
    { name: 'dref-alias.mov', bytes: withDataReference(video, [alias]) },
    { name: 'dref-urn.mp4', bytes: withDataReference(video, [urn]) },
    { name: 'dref-two.mp4', bytes: withDataReference(video, [url, alias]) },
    { name: 'reference-movie.mov', bytes: Buffer.concat([brand, box('moov', box('rmra', box('rmda', rdrf)))]) },
    { name: 'linked-segments.mkv', bytes: linkedMatroska(target) },
  ]
}

function box(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + content.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, content])
}

/** A classic Mac alias record, with the parts that programs read: a version, and the path as extra data of kind 18. */
function aliasRecord(path: string): Buffer {
  const record = Buffer.alloc(150)
  const extra = Buffer.alloc(4)
  extra.writeUInt16BE(18)
  extra.writeUInt16BE(path.length, 2)
  const padding = Buffer.alloc(path.length % 2)
  const aliasBytes = Buffer.concat([record, extra, Buffer.from(path), padding, Buffer.from([0xff, 0xff, 0, 0])])
  aliasBytes.writeUInt16BE(aliasBytes.length, 4)
  aliasBytes.writeUInt16BE(2, 6)
  return aliasBytes
}

const CONTAINER_BOXES = ['moov', 'trak', 'mdia', 'minf', 'dinf', 'stbl']

/** The video, changed so that every track states that its samples are in the files of these entries. */
function withDataReference(video: Buffer, entries: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(entries.length, 4)
  const dref = box('dref', Buffer.concat([head, ...entries]))
  const rebuild = (bytes: Buffer, shiftBytes: number): Buffer => {
    const parts: Buffer[] = []
    for (let position = 0; position + 8 <= bytes.length; ) {
      const size = bytes.readUInt32BE(position) || bytes.length - position
      const type = bytes.toString('latin1', position + 4, position + 8)
      const content = bytes.subarray(position + 8, position + size)
      if (CONTAINER_BOXES.includes(type)) parts.push(box(type, rebuild(content, shiftBytes)))
      else if (type === 'dref') parts.push(dref)
      else if (type === 'stco') parts.push(box(type, moveOffsets(content, shiftBytes)))
      else parts.push(bytes.subarray(position, position + size))
      position += size
    }
    return Buffer.concat(parts)
  }
  // The index is in front, so the samples move by the number of bytes that it grows.
  return rebuild(video, rebuild(video, 0).length - video.length)
}

function moveOffsets(stco: Buffer, shiftBytes: number): Buffer {
  const copy = Buffer.from(stco)
  for (let position = 8; position < copy.length; position += 4)
    copy.writeUInt32BE(copy.readUInt32BE(position) + shiftBytes, position)
  return copy
}

/** A segment that states another file as its continuation, with a chapter that plays from there. */
function linkedMatroska(target: string): Buffer {
  const element = (id: string, ...content: Buffer[]): Buffer => {
    const body = Buffer.concat(content)
    const size = Buffer.alloc(8)
    size.writeBigUInt64BE(BigInt(body.length) | (1n << 56n))
    return Buffer.concat([Buffer.from(id, 'hex'), size, body])
  }
  const uid = Buffer.alloc(16, 7)
  const name = Buffer.from(target)
  const number = (value: number): Buffer => Buffer.from([value])
  const header = element('1a45dfa3', element('4282', Buffer.from('matroska')), element('4287', number(4)))
  const info = element(
    '1549a966',
    element('2ad7b1', Buffer.from([0x0f, 0x42, 0x40])),
    element('73a4', uid),
    element('7384', name),
    element('3cb923', uid),
    element('3c83ab', name),
    element('3eb923', uid),
    element('3e83bb', name),
  )
  const chapter = element('b6', element('73c4', number(1)), element('91', number(0)), element('6e67', uid))
  const chapters = element('1043a770', element('45b9', element('45dd', number(1)), chapter))
  const attachment = element('1941a469', element('61a7', element('466e', name), element('465c', Buffer.from('x'))))
  return Buffer.concat([header, element('18538067', info, chapters, attachment)])
}
