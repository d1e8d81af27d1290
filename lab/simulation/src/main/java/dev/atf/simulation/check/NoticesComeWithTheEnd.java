package dev.atf.simulation.check;

import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.task.Association;
import dev.atf.model.task.Notice;
import dev.atf.model.task.Notices;
import dev.atf.model.task.OnFinish;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Rule that each end of a task that asks for a notice makes one, and nothing else makes any. */
final class NoticesComeWithTheEnd implements Rule {
  /** Notices, and the ends that they report. */
  private final Map<TaskId, TaskStatus> wanted = new TreeMap<>();

  private final Set<TaskId> created = new HashSet<>();

  @Override
  public String name() {
    return "notices come with the end";
  }

  @Override
  public void changed(ObservedChange change, Verdict verdict) {
    var after = change.after();
    if (change.before().status().finished() || !after.status().finished()) {
      return;
    }
    var wish = after.header().onFinish();
    if (wish != null && wish.statuses().contains(after.status())) {
      wanted.put(Notices.idOf(OnFinish.NAME, after.taskId(), after.epoch()), after.status());
    }
  }

  @Override
  public void created(Instant at, Association task, Verdict verdict) {
    Notice.of(task.header()).ifPresent(notice -> check(task.taskId(), notice, verdict));
  }

  private void check(TaskId id, Notice notice, Verdict verdict) {
    if (wanted.get(id) != notice.status()) {
      verdict.broken(
          this, "%s reports %s, which ended as %s".formatted(id, notice, wanted.get(id)));
    }
    if (!created.add(id)) {
      verdict.broken(this, id + " was created twice: " + notice);
    }
  }

  @Override
  public void atTheEnd(Instant at, Collection<Association> tasks, Verdict verdict) {
    wanted.keySet().stream()
        .filter(notice -> !created.contains(notice))
        .forEach(notice -> verdict.broken(this, notice + " was requested and never created"));
  }
}
