package dev.atf.store.dynamodb.item;

import dev.atf.model.Association;
import dev.atf.model.TaskId;
import java.util.Optional;

/**
 * A write of an association, as the table's stream tells it.
 *
 * @param before empty if it was created
 * @param after empty if it was deleted
 */
public record StoredChange(
    TaskId taskId, Optional<Association> before, Optional<Association> after) {}
