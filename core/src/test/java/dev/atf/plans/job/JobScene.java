package dev.atf.plans.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.TaskStatus;
import dev.atf.plans.job.definition.JobDefinition;
import dev.atf.plans.job.definition.JobGraph;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Job with the tasks that it has created. Its supervisor checks it on request. */
class JobScene implements JobFacts {
  static final Instant CREATED = Instant.parse("2026-03-01T12:00:00Z");

  final JobGraph graph;
  final Map<JobMember, TaskFact> tasks = new LinkedHashMap<>();
  final Map<String, Integer> results = new HashMap<>();
  JobState state;
  boolean attention = true;
  boolean more;
  Instant now = CREATED;

  JobScene(JobDefinition definition) {
    graph = JobGraph.of(definition);
    state = JobState.fresh(definition);
  }

  static JobScene of(JobBuilder job) {
    return new JobScene(job.build());
  }

  /** Runs a complete check of a supervisor. */
  JobScene check() {
    do {
      mark().forEach(this::act);
    } while (more);
    return this;
  }

  /** Runs the check of a supervisor that dies after it has written the state. */
  List<JobAction> mark() {
    var verdict = JobDecision.decide(graph, state, this, CREATED, now);
    assertThat(JobDecision.decide(graph, state, this, CREATED, now)).isEqualTo(verdict);
    state = verdict.state();
    attention = verdict.attention();
    more = verdict.more();
    return verdict.actions();
  }

  void act(JobAction action) {
    if (action instanceof JobAction.Create create) {
      if (!tasks.containsKey(create.member())) {
        tasks.put(create.member(), new TaskFact(TaskStatus.NEW, false, false));
        created(create.member());
      }
    } else if (action instanceof JobAction.Cancel cancel) {
      tasks.computeIfPresent(
          cancel.member(),
          (member, seen) -> {
            if (seen.status().finished()) {
              return seen;
            }
            return seen.status().running()
                ? new TaskFact(seen.status(), seen.ran(), true)
                : new TaskFact(TaskStatus.CANCELLED, seen.ran(), false);
          });
    } else {
      tasks.putIfAbsent(action.member(), new TaskFact(TaskStatus.CANCELLED, false, false));
    }
  }

  /** Hook for subclasses that check rules. */
  void created(JobMember member) {}

  JobScene operate(JobOperation.Result result) {
    assertThat(result).isInstanceOf(JobOperation.Result.Done.class);
    state = ((JobOperation.Result.Done) result).state();
    return this;
  }

  int place(String step) {
    return graph.place(step).orElseThrow();
  }

  StepStatus step(String name) {
    return state.step(place(name)).status();
  }

  /** Returns the unfinished tasks as text. */
  List<String> open() {
    var open = new ArrayList<String>();
    tasks.forEach(
        (member, task) -> {
          if (!task.status().finished()) {
            open.add(member.toString().replaceFirst("^\\d+-", ""));
          }
        });
    return open;
  }

  JobScene run(String member) {
    tasks.compute(member(member), (m, seen) -> new TaskFact(TaskStatus.PROCESSING, true, false));
    return this;
  }

  JobScene succeed(String... members) {
    for (var member : members) {
      end(member, TaskStatus.SUCCESS);
    }
    return check();
  }

  JobScene fail(String member) {
    end(member, TaskStatus.FATAL_FAILURE);
    return check();
  }

  void end(String text, TaskStatus status) {
    var member = member(text);
    assertThat(tasks).containsKey(member);
    tasks.put(member, new TaskFact(status, status != TaskStatus.CANCELLED, false));
  }

  /** Lets open tasks succeed until none is left. */
  JobScene finish() {
    for (int i = 0; i < 10_000 && !open().isEmpty(); i++) {
      open().forEach(member -> end(member, TaskStatus.SUCCESS));
      check();
    }
    return this;
  }

  JobMember member(String text) {
    var step = text.substring(0, text.indexOf('/'));
    return JobMember.parse(place(step) + "-" + text);
  }

  @Override
  public Optional<TaskFact> task(JobMember member) {
    return Optional.ofNullable(tasks.get(member));
  }

  @Override
  public OptionalInt items(JobMember member) {
    var count = results.get(member.step());
    return count == null ? OptionalInt.empty() : OptionalInt.of(count);
  }
}
