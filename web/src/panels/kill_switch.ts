import { releaseDials, stopDials } from '../api/endpoints.ts';
import { actButton, setText } from '../shell/dom.ts';
import { words } from '../words/words.ts';

/** It asks twice within this time. */
const SURE_WITHIN_MS = 4000;

/** Undoes every dial and stops the policies; where they are STOPPED, lets them act again. */
export function killSwitch(stopped: boolean, change: (deed: () => Promise<void>) => void): HTMLElement {
  const { stopAll, stopAllSure, stopAllHelp, release } = words.incident;
  if (stopped) return actButton('chip is-main', release, () => change(releaseDials));
  let isSure = false;
  const created = actButton('chip is-dangerous', stopAll, () => {
    if (isSure) return change(stopDials);
    isSure = true;
    setText(created, stopAllSure);
    window.setTimeout(() => {
      isSure = false;
      setText(created, stopAll);
    }, SURE_WITHIN_MS);
  });
  created.title = stopAllHelp;
  return created;
}
