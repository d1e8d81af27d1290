package dev.atf.store.dynamodb.item;

import dev.atf.model.TaskId;
import dev.atf.model.task.Association;
import java.util.Optional;

/**
 * Write of an association, from the table's stream.
 *
 * @param before empty if it was created
 * @param after empty if it was deleted
 */
public record StoredChange(
    TaskId taskId, Optional<Association> before, Optional<Association> after) {}
