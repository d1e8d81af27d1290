package dev.atf.frontend.plans.order;

import dev.atf.model.TaskId;
import java.time.Instant;
import java.util.Optional;

/**
 * Facts about the turn that a task waits for.
 *
 * @param key ordering key of the task
 * @param holder task that has the turn; empty while the turn is being passed on
 * @param since start of the holder's latest attempt, or its scheduled time
 * @param before number of tasks that wait before this one, counted up to 1,000
 * @param heldSince time since which the key is held because its holder failed for good
 * @param holderState what the holder does or waits for, as the end of a clause; empty if unknown
 */
public record TurnFacts(
    String key,
    Optional<TaskId> holder,
    Optional<Instant> since,
    int before,
    Optional<Instant> heldSince,
    String holderState) {}
