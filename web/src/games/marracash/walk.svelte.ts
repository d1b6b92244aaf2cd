/** Visitors on their way from a fountain, while that is being shown. */
import type { Counts, MarracashView, Spot } from "./view";

export interface Walker {
  colour: string;
  number: number;
  path: readonly Spot[];
}

interface Walk {
  /** What the table showed when they left; once it shows something else, they have arrived. */
  before: MarracashView;
  start: string;
  walkers: readonly Walker[];
}

class Walking {
  #now: Walk | null = $state.raw(null);

  begin(before: MarracashView, start: string, walkers: readonly Walker[]): void {
    this.#now = { before, start, walkers };
  }

  /** Who is on the way while this is shown. */
  walkers(view: MarracashView): readonly Walker[] {
    return this.#now?.before === view ? this.#now.walkers : [];
  }

  /** Who stands at a fountain: nobody where all have just left. */
  at(view: MarracashView, fountain: string): Counts {
    return this.#now?.before === view && this.#now.start === fountain ? {} : (view.table.fountains[fountain] ?? {});
  }
}

export const walk = new Walking();
