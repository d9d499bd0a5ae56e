import { apiBase } from '@plinth/contract/call'
import { dirPath } from '@plinth/contract/dirs'
import { uploadFile } from '@plinth/contract/files'
import { toast } from '../ui/toast.ts'
import { bytes } from './bytes.ts'
import { askFile, fileToken, type Store } from './file-client.ts'

/** Sends files one after the other in one request each. A name that is taken gets a new version. */
export async function plainUpload(store: Store, files: readonly File[], folderid: string): Promise<void> {
  const [way, error] = await askFile(store, dirPath, { objectid: folderid })
  if (error) return void toast.error('Nothing was uploaded.', { description: error.msg })
  let stored = 0
  for (const file of files) {
    const id = `upload-${file.name}-${Date.now()}`
    const tell = (sent: number) =>
      toast.loading(`Uploading ${file.name}`, { id, description: `${bytes(sent)} of ${bytes(file.size)}` })
    const problem = await sendOne(store, file, way.path, tell)
    if (problem) toast.error(`${file.name} could not be uploaded.`, { id, description: problem })
    else {
      stored += 1
      toast.dismiss(id)
    }
  }
  if (stored > 0) toast.success(stored === 1 ? `Uploaded ${files[0]?.name}.` : `Uploaded ${stored} files.`)
}

/** Answers what went wrong, if anything did. */
async function sendOne(store: Store, file: File, path: string, tell: (sent: number) => void) {
  const [token, error] = await fileToken(store)
  if (error) return error.msg
  const form = new FormData()
  form.append('parentdirpath', path)
  form.append('filename', file.name)
  form.append('conflict', 'replace')
  form.append('file', file)
  return new Promise<string | undefined>(resolve => {
    const request = new XMLHttpRequest()
    request.open(uploadFile.method, apiBase + uploadFile.path)
    request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.onprogress = ({ loaded }) => tell(loaded)
    request.onload = () => resolve(request.status === 200 ? undefined : msgOf(request.responseText))
    request.onerror = () => resolve('The server could not be reached.')
    request.send(form)
  })
}

function msgOf(body: string): string {
  try {
    return JSON.parse(body).msg
  } catch {
    return 'Something went wrong on server side'
  }
}
