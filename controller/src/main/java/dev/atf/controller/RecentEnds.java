package dev.atf.controller;

import dev.atf.model.worker.AttemptEnds;

/**
 * Ends of a lambda's attempts on this host, and the conclusion from them.
 *
 * @param ends within the last minute
 * @param asksElsewhere whether the HSC is to tell how attempts end on other hosts
 * @param suspected whether none is begun until it has told, for some time
 * @param reason why none is begun, in words; empty if some may be
 */
record RecentEnds(
    AttemptEnds ends, boolean asksElsewhere, boolean suspected, String reason) {}
