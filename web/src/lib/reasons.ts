/** Why a choice is good, from what was seen to follow it in worlds that were tried out. */
import type { AdviceInfo, SentenceInfo } from "./messages";

/** Something that follows a choice: in which share of the worlds it did, and in which share in just these words. */
export interface Foreseen {
  event: SentenceInfo;
  share: number;
  same: number;
}

/** A choice as a strong player sees it, with what follows it, as far as that is known. */
export interface Advice extends AdviceInfo {
  follows?: Foreseen[];
}

export interface Reason {
  /** It follows; something like it does; or it is kept from happening. */
  kind: "then" | "like" | "keeps";
  event: SentenceInfo;
  share: number;
  /** Of what is kept from happening: in which share of the worlds it follows the other choices. */
  otherwise: number;
}

/** What happens less often than this is no reason. */
const OFTEN = 0.5;
/** What comes in so many forms that none is as frequent as this cannot be told by one of them. */
const TYPICAL = 0.3;
/** Nor is what follows the other choices about as often. */
const OWN_LEAD = 0.15;
const RIVAL_LEAD = 0.3;

/**
 * What speaks most for a choice beside the others: something of one's own that is likelier after it, or something of a
 * rival's that is less likely. Only what a game holds worth foretelling is looked at.
 */
export function reasonFor(
  advice: Advice,
  all: readonly Advice[],
  seat: number,
  worthTelling: readonly string[],
): Reason | null {
  const others = all.filter((other) => other !== advice && other.follows?.length);
  const isSame = (one: SentenceInfo, other: SentenceInfo) =>
    one.name === other.name && JSON.stringify(one.args["seat"]) === JSON.stringify(other.args["seat"]);
  const shareIn = ({ follows }: Advice, event: SentenceInfo) =>
    follows?.find((one) => isSame(one.event, event))?.share ?? 0;
  const elsewhere = (event: SentenceInfo) =>
    others.reduce((sum, other) => sum + shareIn(other, event), 0) / Math.max(1, others.length);
  const isTold = ({ event }: Foreseen) => worthTelling.includes(event.name);
  const isOwn = ({ event }: Foreseen) => event.args["seat"] === seat;

  if (!advice.follows?.length) return null;
  const found: (Reason & { lead: number })[] = [];
  for (const one of advice.follows.filter(
    (told) => isTold(told) && isOwn(told) && told.share >= OFTEN && told.same >= TYPICAL,
  )) {
    const { event, share, same } = one;
    const otherwise = elsewhere(event);
    const lead = share - otherwise;
    const kind = same >= OFTEN ? "then" : "like";
    if (lead >= OWN_LEAD || !others.length)
      found.push({ kind, event, otherwise, lead, share: kind === "then" ? same : share });
  }
  for (const { event } of others.flatMap(({ follows = [] }) =>
    follows.filter((told) => isTold(told) && !isOwn(told)),
  )) {
    const share = shareIn(advice, event);
    const otherwise = elsewhere(event);
    const lead = otherwise - share;
    if (otherwise >= OFTEN && lead >= RIVAL_LEAD) found.push({ kind: "keeps", event, share, otherwise, lead });
  }
  const [best] = found.sort((a, b) => b.lead - a.lead);
  if (!best) return null;
  const { lead: _, ...reason } = best;
  return reason;
}
