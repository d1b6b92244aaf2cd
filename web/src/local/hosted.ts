/** Tables and matches of the server's, for which this browser thinks itself where it can: at no cost to the server, and at once. */
import type { KnownPosition, ReviewInfo } from "../lib/messages";
import { HostedPast, type WatchShare } from "../lib/past";
import { settings, type Language } from "../lib/settings.svelte";
import type { HearAdvice } from "../lib/source";
import { api, Live, Refused } from "../lib/wire";
import { followHint } from "./following";
import type { GrowingHint } from "./hints";
import { askOffice, growHint, introduceGame, watchReview } from "./office";
import type { Reviewed } from "./review";
import { playsHere } from "./start";

/** Why this browser cannot think about a match of the server's: no engine can be loaded, or it was made of other sources and
 *  finds otherwise, or it knows the standard edition only. */
const NOT_HERE = new Set(["unavailable", "older_page", "other_sources", "invalid", "invalid_log"]);

export class HostedSource extends Live {
  override async hint(seat: number, language: Language, hear: HearAdvice, wanted: AbortSignal): Promise<void> {
    const { game } = this;
    if (game !== null && (await playsHere(game))) {
      const known = await api.position(this.watching.table, seat);
      try {
        return await followHint(() => hintFrom(known), growHint, hear, wanted);
      } catch (problem) {
        if (!(problem instanceof Refused && NOT_HERE.has(problem.code))) throw problem;
      }
    }
    return super.hint(seat, language, hear, wanted);
  }
}

export class HostedReview extends HostedPast {
  /** One that somebody has made is there at once. Else it is made here and handed to the server, which shares it with all
   *  who look at the match; if it finds otherwise, or the browser cannot do it, the server makes it. */
  override async review(language: Language, watch: WatchShare): Promise<ReviewInfo> {
    const { game } = await this.table();
    if (!(await playsHere(game))) return super.review(language, watch);
    const kept = await api.keptReview(this.id, language, this.invite);
    if (kept) return kept;
    try {
      await introduceGame(game);
      const log = await api.log(this.id, this.invite);
      return await this.#shared(await watchReview(askOffice<Reviewed>("reviewOf", log), watch), language);
    } catch (problem) {
      if (!(problem instanceof Refused && NOT_HERE.has(problem.code))) throw problem;
      return super.review(language, watch);
    }
  }

  /** Hands a review to the server. Whoever it does not know, or does not hear just now, looks at their own. */
  async #shared({ review, found }: Reviewed, language: Language): Promise<ReviewInfo> {
    if (!settings.own.nickname) return review;
    try {
      return await api.shareReview(this.id, found, language, this.invite);
    } catch (problem) {
      if (!(problem instanceof Refused) || problem.code === "invalid") throw problem;
      return review;
    }
  }
}

async function hintFrom(known: KnownPosition): Promise<GrowingHint> {
  await introduceGame(known.game);
  return askOffice("hintFrom", known);
}
