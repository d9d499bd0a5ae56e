import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'

/** What the OpenID provider keeps, for as long as its process lives. It looks at the expiry of what it finds by itself. */
export function createMemoryAdapter(): AdapterFactory {
  const kept = new Map<string, AdapterPayload>()

  return (model): Adapter => {
    const key = (id: string) => `${model}:${id}`
    const findBy = async (field: 'uid' | 'userCode', value: string) =>
      [...kept].find(([name, payload]) => name.startsWith(key('')) && payload[field] === value)?.[1]

    return {
      upsert: async (id, payload) => void kept.set(key(id), payload),
      find: async id => kept.get(key(id)),
      findByUid: uid => findBy('uid', uid),
      findByUserCode: userCode => findBy('userCode', userCode),
      consume: async id => {
        const payload = kept.get(key(id))
        if (payload) payload.consumed = Math.floor(Date.now() / 1000)
      },
      destroy: async id => void kept.delete(key(id)),
      revokeByGrantId: async grantId => {
        for (const [name, payload] of kept) if (payload.grantId === grantId) kept.delete(name)
      },
    }
  }
}
