/** Faces of bots: one for each seat, as the text `bot` has a name for each; none of them is on a card. */
import owl from "icon:barn-owl";
import elephant from "icon:elephant-head";
import fox from "icon:fox-head";
import lynx from "icon:lynx-head";
import parrot from "icon:parrot-head";
import robot from "icon:ph/robot-fill";
import type { Icon } from "./icon";

const FACES: readonly Icon[] = [parrot, fox, elephant, lynx, owl];

/** The face of the bot in a seat. */
export function faceOf(seat: number): Icon {
  return FACES[seat] ?? robot;
}
