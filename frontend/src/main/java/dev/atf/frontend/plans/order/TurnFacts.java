package dev.atf.frontend.plans.order;

import dev.atf.model.TaskId;
import java.time.Instant;
import java.util.Optional;

/**
 * Facts about the turn that a task waits for.
 *
 * @param key its ordering key
 * @param holder task that has the turn; empty while it is being passed on
 * @param since when the holder's latest attempt began, or it was scheduled
 * @param before how many others wait before it; counted up to 1,000
 * @param heldSince since when the key is held because its holder failed for good
 * @param holderState what the holder does or waits for, as the end of a clause; empty: not known
 */
public record TurnFacts(
    String key,
    Optional<TaskId> holder,
    Optional<Instant> since,
    int before,
    Optional<Instant> heldSince,
    String holderState) {}
