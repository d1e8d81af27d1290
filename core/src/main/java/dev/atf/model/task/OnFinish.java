package dev.atf.model.task;

import dev.atf.model.TaskStatus;
import java.util.Set;

/**
 * Notice that one task requests of its own end.
 *
 * @param statuses final statuses that cause the notice; at least one
 */
public record OnFinish(NoticeTarget target, Set<TaskStatus> statuses) {
  /** Name of the notice; no subscription can have it. */
  public static final String NAME = "onFinish";

  public OnFinish {
    statuses = EndStatuses.require("onFinish.statuses", statuses);
  }
}
