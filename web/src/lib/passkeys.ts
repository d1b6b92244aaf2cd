/** Passkeys, as browsers have them: on secure pages only, and only for names. */

export type WhyNot = "insecure" | "number" | "old";

/** Why this page cannot use any; null if it can. */
export function whyNoPasskeys(): WhyNot | null {
  if (!isSecureContext) return "insecure";
  if (/^[\d.]+$|^\[/.test(location.hostname)) return "number";
  return "PublicKeyCredential" in window && "parseCreationOptionsFromJSON" in PublicKeyCredential ? null : "old";
}

/** Has the browser make one; what it answers, for the server. */
export async function makePasskey(options: Record<string, unknown>): Promise<unknown> {
  const asked = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(asked);
  return toJSON(await navigator.credentials.create({ publicKey }));
}

/** Has the browser offer those it has for this site; what it answers, for the server. */
export async function askForPasskey(options: Record<string, unknown>): Promise<unknown> {
  const asked = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(asked);
  return toJSON(await navigator.credentials.get({ publicKey }));
}

function toJSON(credential: Credential | null): unknown {
  return (credential as PublicKeyCredential).toJSON();
}

/** Why the browser gave none, as the name of a text; null if it is for another reason than those we know. */
export function whyNone(problem: unknown): "passkey-cancelled" | "passkey-known" | null {
  if (!(problem instanceof DOMException)) return null;
  return problem.name === "InvalidStateError" ? "passkey-known" : "passkey-cancelled";
}
