/** Whether a table or a match is the server's or this browser's is told by its id. */
import { isLocal } from "../local/dealing";
import { HostedReview, HostedSource } from "../local/hosted";
import { LocalPast } from "../local/past";
import { LocalSource } from "../local/source";
import type { Past } from "./past";
import type { Handlers, Source, Watching } from "./source";

export function openSource(watching: Watching, handlers: Handlers): Source {
  return isLocal(watching.table) ? new LocalSource(watching, handlers) : new HostedSource(watching, handlers);
}

export function openPast(id: string, invite: string | null): Past {
  return isLocal(id) ? new LocalPast(id) : new HostedReview(id, invite);
}
