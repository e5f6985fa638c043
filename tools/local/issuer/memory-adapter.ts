import type { Adapter, AdapterPayload } from "oidc-provider";

/** What the local issuer remembers of one kind of thing, such as codes, until it stops or as long as they are valid. */
export function memoryAdapters() {
	const stores: Map<string, StoredPayload>[] = [];
	return (): Adapter => {
		const store = new Map<string, StoredPayload>();
		stores.push(store);
		const find = async (id: string) => {
			const stored = store.get(id);
			return stored && stored.until > Date.now() ? stored.payload : undefined;
		};
		const findBy = async (name: "uid" | "userCode", value: string) => {
			const ids = [...store.keys()];
			const found = await Promise.all(ids.map(find));
			return found.find((payload) => payload?.[name] === value);
		};
		return {
			async upsert(id, payload, expiresIn) {
				store.set(id, {
					payload,
					until: Date.now() + (expiresIn ?? 0) * 1_000,
				});
			},
			find,
			findByUid: (uid) => findBy("uid", uid),
			findByUserCode: (userCode) => findBy("userCode", userCode),
			async consume(id) {
				const payload = await find(id);
				if (payload) payload.consumed = Math.floor(Date.now() / 1_000);
			},
			async destroy(id) {
				store.delete(id);
			},
			async revokeByGrantId(grantId) {
				for (const one of stores)
					for (const [id, { payload }] of one)
						if (payload.grantId === grantId) one.delete(id);
			},
		};
	};
}

interface StoredPayload {
	payload: AdapterPayload;
	/** The end of its validity in epoch milliseconds. */
	until: number;
}
