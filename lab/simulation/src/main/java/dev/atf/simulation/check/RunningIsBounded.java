package dev.atf.simulation.check;

import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Rule that no more tasks of a lambda run at a time than its bound. */
public final class RunningIsBounded implements Rule {
  private final int most;
  private final Map<TaskId, LambdaName> lambdas = new HashMap<>();
  private final Map<LambdaName, Set<ObservedExecution>> running = new HashMap<>();

  public RunningIsBounded(int most) {
    this.most = most;
  }

  @Override
  public String name() {
    return "no more run than may";
  }

  @Override
  public void changed(ObservedChange change, Verdict verdict) {
    lambdas.put(change.after().taskId(), change.after().header().lambda());
  }

  @Override
  public void began(Instant at, ObservedExecution execution, Verdict verdict) {
    var lambda = lambdas.get(execution.taskId());
    if (lambda == null) {
      return;
    }
    var now = running.computeIfAbsent(lambda, name -> new HashSet<>());
    now.add(execution);
    if (now.size() > most) {
      verdict.broken(this, "%d of %s ran: %s".formatted(now.size(), lambda, now));
    }
  }

  @Override
  public void ended(Instant at, ObservedExecution execution, Verdict verdict) {
    running.values().forEach(now -> now.remove(execution));
  }
}
