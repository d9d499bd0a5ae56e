/** How a file is shown. 'other' says that it cannot be. */
export type Showing = 'image' | 'pdf' | 'audio' | 'video' | 'markdown' | 'table' | 'text' | 'other'

export interface Named {
  objname: string
  mediatype: string | null
}

/** What every browser of today draws. */
const images = /^image\/(png|apng|jpeg|gif|webp|avif|svg\+xml|bmp|x-icon|vnd\.microsoft\.icon)$/

/** Text, although nothing in the type says so. */
const textTypes =
  /^text\/|[/+](json5?|xml|yaml|toml|javascript|ecmascript|typescript|sql|graphql|x-sh|x-httpd-php|x-tex|x-sql|x-perl|node|manifest|xhtml|rtf-plain|x-subrip|ld|geo|jsonml|mbox)\b|^application\/(x-)?(sh|csh|tcl|latex|yaml|ndjson|wasm-text)$/

/** Known to be bytes for programs, so nobody has to try whether they are text. */
const binaryTypes =
  /^(font|model|image|audio|video|chemical)\/|zip|tar|7z|rar|compress|archive|msword|officedocument|opendocument|ms-(excel|powerpoint|fontobject)|epub|executable|msdownload|diskimage|iso9660|java-vm|wasm$|sqlite|pkcs|pgp-encrypted|swf|rtf$|postscript|photoshop|debian|rpm/

const textEndings =
  /^(tsx?|mts|cts|jsx?|mjs|cjs|py|rs|go|java|kts?|rb|php|c|h|cc|cpp|hpp|cs|swift|scala|sh|bash|zsh|fish|ps1|bat|vue|svelte|lua|pl|r|jl|dart|ex|exs|erl|hs|clj|elm|nim|zig|sql|graphql|proto|tf|nix|ini|cfg|conf|env|toml|ya?ml|json5?|jsonl|ndjson|lock|log|txt|tex|bib|rst|adoc|org|srt|vtt|diff|patch|gradle|cmake|mk|http|editorconfig|gitignore|gitattributes|dockerignore|npmrc|nvmrc|htaccess|pem|crt|csr|pub|ics|vcf|asc)$/

const endingOf = (name: string) => name.slice(name.lastIndexOf('.') + 1).toLowerCase()

/** Of others it is tried, and nobody expects it. */
export const claimsText = ({ objname, mediatype }: Named) =>
  textEndings.test(endingOf(objname)) || textTypes.test(mediatype ?? '')

/** By the name as well as the type: a server that knows types from names takes .ts for a video and .rs for nothing. */
export function showingOf({ objname, mediatype }: Named): Showing {
  const type = mediatype ?? ''
  const ending = endingOf(objname)
  if (/^(md|markdown|mkd)$/.test(ending) || type === 'text/markdown') return 'markdown'
  if (/^(csv|tsv)$/.test(ending) || /^text\/(csv|tab-separated-values)$/.test(type)) return 'table'
  if (images.test(type)) return 'image'
  if (type === 'application/pdf') return 'pdf'
  if (claimsText({ objname, mediatype })) return 'text'
  if (type.startsWith('audio/')) return 'audio'
  if (type.startsWith('video/')) return 'video'
  return binaryTypes.test(type) ? 'other' : 'text'
}

export const isText = (showing: Showing) => showing === 'text' || showing === 'markdown' || showing === 'table'
