package dev.atf.frontend.explain;

import static dev.atf.frontend.explain.ExplainedTasks.FIRST;
import static dev.atf.frontend.explain.ExplainedTasks.ID;
import static dev.atf.frontend.explain.ExplainedTasks.LAMBDA;
import static dev.atf.frontend.explain.ExplainedTasks.MAIL;
import static dev.atf.frontend.explain.ExplainedTasks.NOW;
import static dev.atf.frontend.explain.ExplainedTasks.T0;
import static dev.atf.frontend.explain.ExplainedTasks.after;
import static dev.atf.frontend.explain.ExplainedTasks.blocked;
import static dev.atf.frontend.explain.ExplainedTasks.claimed;
import static dev.atf.frontend.explain.ExplainedTasks.claimedAt;
import static dev.atf.frontend.explain.ExplainedTasks.due;
import static dev.atf.frontend.explain.ExplainedTasks.dueWithDeadline;
import static dev.atf.frontend.explain.ExplainedTasks.ended;
import static dev.atf.frontend.explain.ExplainedTasks.failed;
import static dev.atf.frontend.explain.ExplainedTasks.notice;
import static dev.atf.frontend.explain.ExplainedTasks.of;
import static dev.atf.frontend.explain.ExplainedTasks.ofKey;
import static dev.atf.frontend.explain.ExplainedTasks.periodic;
import static dev.atf.frontend.explain.ExplainedTasks.plan;
import static dev.atf.frontend.explain.ExplainedTasks.processing;
import static dev.atf.frontend.explain.ExplainedTasks.released;
import static dev.atf.frontend.explain.ExplainedTasks.returned;
import static dev.atf.frontend.explain.ExplainedTasks.returnedTwice;
import static dev.atf.frontend.explain.ExplainedTasks.routed;
import static dev.atf.frontend.explain.ExplainedTasks.scheduled;
import static dev.atf.frontend.explain.ExplainedTasks.succeeded;
import static dev.atf.frontend.explain.ExplainedTasks.unsettled;
import static dev.atf.frontend.explain.ExplainedTasks.waiting;
import static dev.atf.frontend.explain.ExplainedTasks.withNotice;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.frontend.plans.condition.ConditionExplanation;
import dev.atf.frontend.plans.order.OrderExplanation.Position;
import dev.atf.frontend.reason.ExplainCode;
import dev.atf.frontend.reason.Reason;
import dev.atf.model.CollectionName;
import dev.atf.model.Failure;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.Priority;
import dev.atf.model.TaskRef;
import dev.atf.model.fairness.Fairness;
import dev.atf.model.lambda.Gate;
import dev.atf.model.lambda.GateState;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Association;
import dev.atf.model.task.ClientTransitions;
import dev.atf.model.task.Ending;
import dev.atf.model.task.Notes;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.Parent;
import dev.atf.model.task.Transitions;
import dev.atf.model.worker.LambdaWork;
import dev.atf.plans.job.JobStatus;
import dev.atf.plans.periodic.Overlap;
import dev.atf.plans.row.PlanKind;
import dev.atf.store.MemberRegistry.Sighting;
import dev.atf.store.worker.SightingNote;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Table of explanations: facts, the codes in their order, and the contents of the sentence. */
final class ExplanationTest {
  /** Note of a host whose executors end at their start. */
  private static final String CRASHING =
      "waiting=0 handedOut=0 wanted=2 ready=0 starting=0 failing=2 exitCode=1 deathsInARow=37"
          + " failingSince=1772366400 how=exit+code+1+%28not+started%29"
          + " lastError=no+such+file%3A+a%3Db";

  /** Codes that only plans have: JobTest, PeriodicTest, OrderingTest. */
  private static final Set<ExplainCode> OF_PLANS =
      Set.of(
          ExplainCode.JOB_HELD,
          ExplainCode.JOB_GOES_ON,
          ExplainCode.JOB_ENDED,
          ExplainCode.STEP_WITHOUT_ITEMS,
          ExplainCode.PLAN_UNREADABLE,
          ExplainCode.PERIODIC_PAUSED,
          ExplainCode.NEXT_FIRE,
          ExplainCode.PERIODIC_OVER,
          ExplainCode.FIRES_LEFT_OUT);

  /** Row of the table. */
  record Row(String name, Facts facts, List<ExplainCode> codes, List<String> texts) {
    @Override
    public String toString() {
      return name;
    }
  }

  @Test
  void gatedOrOrphanedTaskIsNotCalledNext() {
    var missing = with(due()).lambda(Optional.empty()).build();
    var paused = with(due()).gate(gate(null, GateState.PAUSED, null)).build();
    var stopped = with(due()).consumersSilentSince(T0).build();
    var next = with(due()).build();

    assertThat(waits(missing))
        .contains("no store consumer releases it")
        .doesNotContain("next to be");
    assertThat(waits(paused)).contains("its gate holds it back").doesNotContain("next to be");
    assertThat(waits(stopped))
        .contains("no store consumer runs that could release it")
        .doesNotContain("next to be");
    assertThat(waits(next)).contains("next to be released");
  }

  @Test
  void describesTheOriginOfATask() {
    var job = plan(PlanKind.JOB);

    assertThat(last(with(of(PlanKind.JOB, "3-resize/1/2/17")).plan(job)))
        .isEqualTo("it is step resize, item 17, of job night-1 of lambda mail (round 1, try 2)");
    assertThat(last(with(of(PlanKind.JOB, "0-a/2/1/undo/1")).plan(job)))
        .isEqualTo("it reverts step a of job night-1 of lambda mail (round 2, try 1)");
    assertThat(last(with(of(PlanKind.JOB, "0-a/1/1"))))
        .isEqualTo(
            "it is step a of job %s, which is no longer stored (round 1, try 1)"
                .formatted(job.id()));
    var fire = of(PlanKind.PERIODIC, T0.toString());
    assertThat(last(with(fire).plan(periodic(Overlap.ALLOW, 0))))
        .isEqualTo("it is the fire of night-1 of lambda mail at " + T0);
    assertThat(last(with(fire).plan(periodic(Overlap.SKIP, 12))))
        .isEqualTo(
            "it is the fire of night-1 of lambda mail at %s; until it has ended, later fires are"
                    .formatted(T0)
                + " skipped (12 so far)");
    assertThat(last(with(due().withParent(new Parent(ID, 1, 4)))))
        .isEqualTo("it is child 4 of task %s, whose handler scheduled it".formatted(ID));
  }

  private static String last(FactsBuilder facts) {
    var reasons = Explanation.of(facts.build(), NOW).reasons();
    return reasons.get(reasons.size() - 1).message();
  }

  private static String waits(Facts facts) {
    return new PendingReasons(facts, NOW)
        .all().stream()
            .filter(reason -> reason.code() == ExplainCode.WAITS_FOR_RELEASE)
            .findFirst()
            .orElseThrow()
            .message();
  }

  static Stream<Row> rows() {
    return Stream.of(
        row("a step of a job", with(of(PlanKind.JOB, "3-resize/1/2/17")).plan(plan(PlanKind.JOB)))
            .hasCodes(ExplainCode.WAITS_FOR_RELEASE, ExplainCode.STEP_OF_JOB)
            .withTexts("next to be released"),
        row(
                "what reverts a step of a job that is no longer stored",
                with(of(PlanKind.JOB, "0-a/1/1/undo/1")))
            .hasCodes(ExplainCode.WAITS_FOR_RELEASE, ExplainCode.STEP_OF_JOB)
            .withTexts("next to be released"),
        row("a fire", with(of(PlanKind.PERIODIC, T0.toString())).plan(periodic(Overlap.ALLOW, 0)))
            .hasCodes(ExplainCode.WAITS_FOR_RELEASE, ExplainCode.FIRE_OF_PERIODIC)
            .withTexts("next to be released"),
        row("a child", with(due().withParent(new Parent(ID, 1, 4))))
            .hasCodes(ExplainCode.WAITS_FOR_RELEASE, ExplainCode.CHILD_OF_TASK)
            .withTexts("next to be released"),
        row("a parent whose children are being made", with(unsettled()))
            .hasCodes(ExplainCode.SUCCEEDED, ExplainCode.CHILDREN_PENDING)
            .withTexts("1 child"),
        row("an end with a due notice", with(withNotice(false)))
            .hasCodes(ExplainCode.CANCELLED, ExplainCode.NOTICE_DUE)
            .withTexts("it was cancelled"),
        row("an end whose notice is made", with(withNotice(true)))
            .hasCodes(ExplainCode.CANCELLED, ExplainCode.NOTICE_MADE)
            .withTexts("it was cancelled"),
        row("a notice", with(notice()))
            .hasCodes(ExplainCode.WAITS_FOR_RELEASE, ExplainCode.NOTICE_OF_TASK)
            .withTexts("next to be released"),
        row("a task of a route", with(routed()))
            .hasCodes(ExplainCode.WAITS_FOR_RELEASE, ExplainCode.ROUTED)
            .withTexts("next to be released"),
        row("a time that has not come", with(scheduled(NOW.plusSeconds(60))))
            .hasCodes(ExplainCode.NOT_DUE_YET)
            .withTexts("2026-03-01T12:02:30Z", "in 1 min"),
        row("not due, and nobody would run it", with(scheduled(NOW.plusSeconds(60))).noWorkers())
            .hasCodes(ExplainCode.NOT_DUE_YET, ExplainCode.NO_WORKER)
            .withTexts("not due yet"),
        row("a paused lambda", with(due()).gate(gate(null, GateState.PAUSED, null)))
            .hasCodes(ExplainCode.LAMBDA_PAUSED, ExplainCode.WAITS_FOR_RELEASE)
            .withTexts(
                "lambda mail has been paused since",
                "by ops (reason: provider down), with no end set",
                "resume it with `./atf lambda resume mail`"),
        row(
                "a paused collection, until a time",
                with(due())
                    .gate(
                        gate(
                            new CollectionName("marketing"),
                            GateState.PAUSED,
                            NOW.plusSeconds(3_600))))
            .hasCodes(ExplainCode.COLLECTION_PAUSED, ExplainCode.WAITS_FOR_RELEASE)
            .withTexts("collection marketing of lambda mail", "in 1 h"),
        row(
                "a pause that ends before the task's time",
                with(scheduled(NOW.plusSeconds(60)))
                    .gate(gate(null, GateState.PAUSED, NOW.plusSeconds(30))))
            .hasCodes(ExplainCode.NOT_DUE_YET, ExplainCode.LAMBDA_PAUSED)
            .withTexts("not due yet"),
        row(
                "a pause that outlasts the task's time",
                with(scheduled(NOW.plusSeconds(60)))
                    .gate(gate(null, GateState.PAUSED, NOW.plusSeconds(90))))
            .hasCodes(ExplainCode.LAMBDA_PAUSED, ExplainCode.NOT_DUE_YET)
            .withTexts("has been paused"),
        row(
                "a paused lambda and a paused collection",
                with(due())
                    .gate(gate(null, GateState.PAUSED, null))
                    .gate(gate(new CollectionName("marketing"), GateState.PAUSED, null)))
            .hasCodes(
                ExplainCode.LAMBDA_PAUSED,
                ExplainCode.COLLECTION_PAUSED,
                ExplainCode.WAITS_FOR_RELEASE)
            .withTexts("lambda mail has been paused since"),
        row("a dropping gate", with(due()).gate(gate(null, GateState.DROPPING, null)))
            .hasCodes(ExplainCode.DROPPING, ExplainCode.WAITS_FOR_RELEASE)
            .withTexts("has been dropping its tasks since"),
        row("a backlog", with(due()).ahead(1_000).released(12.5))
            .hasCodes(ExplainCode.WAITS_FOR_RELEASE)
            .withTexts("due since 2026-03-01T12:00:00Z (1 min 30 s)", "1000", "12.5", "1 min 20 s"),
        row("a backlog that nobody works off", with(due()).ahead(7))
            .hasCodes(ExplainCode.WAITS_FOR_RELEASE)
            .withTexts("7 are due before it and none was released recently"),
        row("the next in line", with(due()))
            .hasCodes(ExplainCode.WAITS_FOR_RELEASE)
            .withTexts("the next"),
        row("a rate that is used up", with(due()).lambda(limited(10, 0)).ahead(100).released(9.9))
            .hasCodes(ExplainCode.DISPATCH_RATE, ExplainCode.WAITS_FOR_RELEASE)
            .withTexts("at most 10 tasks", "100 are due before it"),
        row("a rate that is not", with(due()).lambda(limited(10, 0)).ahead(100).released(2))
            .hasCodes(ExplainCode.WAITS_FOR_RELEASE)
            .withTexts("50 s"),
        row(
                "a rate of its key",
                with(ofKey("acme"))
                    .lambda(limited(0, 0).map(it -> it.withFairness(new Fairness(Map.of(), 5, 0))))
                    .ahead(40))
            .hasCodes(ExplainCode.KEY_RATE, ExplainCode.WAITS_FOR_RELEASE)
            .withTexts(
                "at most 5 tasks per second for each fairness key",
                "40 of key acme are due before it"),
        row(
                "the next of its key, whose rate is low",
                with(ofKey("acme"))
                    .lambda(
                        limited(0, 0).map(it -> it.withFairness(new Fairness(Map.of(), 0.02, 0)))))
            .hasCodes(ExplainCode.KEY_RATE, ExplainCode.WAITS_FOR_RELEASE)
            .withTexts(
                "at most 0.02 tasks per second for each fairness key",
                "one every 50 s",
                "it is the next task of key acme"),
        row(
                "behind others of its key",
                with(ofKey("acme"))
                    .lambda(limited(0, 0).map(it -> it.withFairness(Fairness.EQUAL)))
                    .ahead(7)
                    .released(100))
            .hasCodes(ExplainCode.WAITS_FOR_RELEASE)
            .withTexts("7 of its fairness key acme are due before it, and keys take turns"),
        row(
                "a rate that permits none now",
                with(due()).lambda(limited(0.01, 0)).nextRelease(NOW.plusSeconds(52)))
            .hasCodes(ExplainCode.DISPATCH_RATE, ExplainCode.WAITS_FOR_RELEASE)
            .withTexts("at most 0.01 tasks per second and priority", "in 52 s"),
        row(
                "the next of its key, whose rate is no reason",
                with(ofKey("acme"))
                    .lambda(
                        limited(0, 0).map(it -> it.withFairness(new Fairness(Map.of(), 100, 0)))))
            .hasCodes(ExplainCode.WAITS_FOR_RELEASE)
            .withTexts("it is the next task of its fairness key acme"),
        row(
                "a paused lambda with a rate",
                with(due())
                    .gate(gate(null, GateState.PAUSED, null))
                    .lambda(limited(10, 0))
                    .ahead(100))
            .hasCodes(ExplainCode.LAMBDA_PAUSED, ExplainCode.WAITS_FOR_RELEASE)
            .withTexts("has been paused since"),
        row(
                "a rate that was raised since",
                with(due()).lambda(limited(100, 0)).nextRelease(NOW.plusSeconds(52)))
            .hasCodes(ExplainCode.WAITS_FOR_RELEASE)
            .withTexts("it is the next to be released"),
        row("due, and no workers", with(due()).noWorkers())
            .hasCodes(ExplainCode.NO_WORKER, ExplainCode.WAITS_FOR_RELEASE)
            .withTexts("no worker host serves lambda mail now", "none did in the last 1 d"),
        row(
                "due, and the worker fell silent",
                with(due()).noWorkers().worker("host-a", NOW.minusSeconds(180), ""))
            .hasCodes(ExplainCode.NO_WORKER, ExplainCode.WAITS_FOR_RELEASE)
            .withTexts("the last was host-a, 3 min ago"),
        row(
                "no host offers one of its needs",
                with(due())
                    .noWorkers()
                    .worker("host-a", NOW, "waiting=2 askedAgo=0 missing=gpu,ssd")
                    .worker("host-b", NOW, "waiting=1 askedAgo=0 missing=gpu")
                    .worker("host-c", NOW, CRASHING + " missing=gpu"))
            .hasCodes(ExplainCode.NEEDS_UNMET, ExplainCode.WAITS_FOR_RELEASE)
            .withTexts("3 hosts serve lambda mail, and none offers gpu"),
        row(
                "no host offers what it needs, and its executors ask for work",
                with(released())
                    .noWorkers()
                    .worker("host-a", NOW, "missing=gpu")
                    .place("rack-7", "", "", work(4, 2, 0)))
            .hasCodes(ExplainCode.NEEDS_UNMET, ExplainCode.WAITS_IN_QUEUE)
            .withTexts("1 host serves lambda mail, and none offers gpu"),
        row(
                "each host lacks another of its needs",
                with(due())
                    .noWorkers()
                    .worker("host-a", NOW, "missing=gpu,ssd")
                    .worker("host-b", NOW, "missing=mem-64g"))
            .hasCodes(ExplainCode.NEEDS_UNMET, ExplainCode.WAITS_FOR_RELEASE)
            .withTexts(
                "2 hosts serve lambda mail, and none offers everything that it needs: host-a"
                    + " lacks gpu, ssd; host-b lacks mem-64g"),
        row(
                "some hosts lack one of its needs",
                with(due()).worker("host-a", NOW, "waiting=2 askedAgo=0 missing=gpu"))
            .hasCodes(ExplainCode.WAITS_FOR_RELEASE)
            .withTexts("it is the next"),
        row(
                "all of its hosts are drained or not healthy",
                with(due())
                    .noWorkers()
                    .worker("host-a", NOW, "waiting=2 askedAgo=0")
                    .worker("host-b", NOW, "waiting=2 askedAgo=0")
                    .place("rack-7", "by alice: kernel", "")
                    .place("rack-8", "", "disk full"))
            .hasCodes(ExplainCode.WORKERS_HELD, ExplainCode.WAITS_FOR_RELEASE)
            .withTexts(
                "2 hosts serve lambda mail, and none may take work: rack-7 is drained by alice:"
                    + " kernel; rack-8 fails its health check: disk full"),
        row(
                "one host is drained, and attempts fail on the other",
                with(due())
                    .noWorkers()
                    .worker("host-a", NOW, "waiting=4 askedAgo=0")
                    .worker("host-b", NOW, "waiting=4 askedAgo=0 unhealthy=9+of+10+failed")
                    .place("rack-7", "by alice", "", work(4, 4, 0))
                    .place("rack-8", "", "", unhealthy("9 of 10 failed")))
            .hasCodes(ExplainCode.WORKERS_HELD, ExplainCode.WAITS_FOR_RELEASE)
            .withTexts(
                "2 hosts serve lambda mail, and none may take work: rack-7 is drained by alice;"
                    + " rack-8 is unhealthy: 9 of 10 failed",
                "`./atf worker undrain rack-7`"),
        row(
                "the only host that offers what it needs is drained",
                with(released())
                    .noWorkers()
                    .worker("host-a", NOW, "waiting=4 askedAgo=0")
                    .worker("host-b", NOW, "waiting=4 askedAgo=0 missing=gpu")
                    .place("rack-7", "by alice", "", List.of("gpu"), work(4, 4, 0))
                    .place("rack-8", "", "", work(4, 4, 0)))
            .hasCodes(ExplainCode.WORKERS_HELD, ExplainCode.WAITS_IN_QUEUE)
            .withTexts("1 host serves lambda mail, and none may take work: rack-7 is drained"),
        row(
                "one of its hosts is not drained",
                with(due()).place("rack-7", "by alice", "").place("rack-8", "", ""))
            .hasCodes(ExplainCode.WAITS_FOR_RELEASE)
            .withTexts("it is the next"),
        row(
                "one of its hosts is of a version without places",
                with(due())
                    .worker("host-a", NOW, "waiting=2 askedAgo=0")
                    .worker("host-b", NOW, "waiting=2 askedAgo=0")
                    .place("rack-7", "by alice", ""))
            .hasCodes(ExplainCode.WAITS_FOR_RELEASE)
            .withTexts("it is the next"),
        row(
                "all its hosts are unhealthy",
                with(due())
                    .noWorkers()
                    .worker("host-a", NOW, "waiting=2 askedAgo=0 unhealthy=disk+check+failed"))
            .hasCodes(ExplainCode.HOST_UNHEALTHY, ExplainCode.WAITS_FOR_RELEASE)
            .withTexts("1 of 1 host of lambda mail is unhealthy: host-a: disk check failed"),
        row(
                "some of its hosts are unhealthy",
                with(due())
                    .worker("host-a", NOW, "waiting=2 askedAgo=0 unhealthy=disk+check+failed"))
            .hasCodes(ExplainCode.HOST_UNHEALTHY, ExplainCode.WAITS_FOR_RELEASE)
            .withTexts("1 of 2 hosts of lambda mail is unhealthy: host-a: disk check failed"),
        row("its executors crash", with(due()).noWorkers().worker("host-a", NOW, CRASHING))
            .hasCodes(ExplainCode.EXECUTOR_CRASHING, ExplainCode.WAITS_FOR_RELEASE)
            .withTexts(
                "2 of 2 executors of lambda mail on host host-a keep exiting",
                "37 deaths in a row since 2026-03-01T12:00:00Z",
                "the last with exit code 1 (not started)",
                "its last line on standard error: no such file: a=b"),
        row(
                "its executor has exited once",
                with(due())
                    .noWorkers()
                    .worker("host-a", NOW, CRASHING.replace("deathsInARow=37", "deathsInARow=1")))
            .hasCodes(ExplainCode.EXECUTOR_CRASHING, ExplainCode.WAITS_FOR_RELEASE)
            .withTexts("exited soon after its start, at 2026-03-01T12:00:00Z, with exit code 1"),
        row("some of its executors crash", with(due()).worker("host-a", NOW, CRASHING))
            .hasCodes(ExplainCode.EXECUTOR_CRASHING, ExplainCode.WAITS_FOR_RELEASE)
            .withTexts("keep exiting"),
        row(
                "its program does not know it",
                with(due())
                    .noWorkers()
                    .worker("host-a", NOW, CRASHING.replace("exitCode=1", "exitCode=73")))
            .hasCodes(ExplainCode.HANDLER_MISSING, ExplainCode.WAITS_FOR_RELEASE)
            .withTexts(
                "the program that host host-a starts for lambda mail has no handler for this lambda"),
        row(
                "its executors are starting",
                with(due())
                    .noWorkers()
                    .worker("host-a", NOW, "waiting=0 wanted=2 ready=0 starting=1 failing=0"))
            .hasCodes(ExplainCode.WORKERS_STARTING, ExplainCode.WAITS_FOR_RELEASE)
            .withTexts("1 executor of lambda mail on host host-a is starting"),
        row(
                "its executors sleep, whenever they asked last",
                with(due())
                    .noWorkers()
                    .worker("host-a", NOW, "waiting=0 askedAgo=5 wanted=0 ready=0"))
            .hasCodes(ExplainCode.WORKERS_STARTING, ExplainCode.WAITS_FOR_RELEASE)
            .withTexts("the executors of lambda mail on host host-a are asleep", "one is started"),
        row(
                "a host, and no executor that asks",
                with(due()).noWorkers().worker("host-a", NOW, "waiting=0 handedOut=3 askedAgo=90"))
            .hasCodes(ExplainCode.NO_WORKER, ExplainCode.WAITS_FOR_RELEASE)
            .withTexts("1 host serves it: host-a", "the last request was 1 min 30 s ago"),
        row("a full lambda", with(released()).lambda(limited(0, 5)).running(5))
            .hasCodes(ExplainCode.LAMBDA_FULL, ExplainCode.WAITS_IN_QUEUE)
            .withTexts("5 tasks of lambda mail run, and at most 5"),
        row("a lambda that is not full", with(released()).lambda(limited(0, 5)).running(4))
            .hasCodes(ExplainCode.WAITS_IN_QUEUE)
            .withTexts("has waited in its queue for 1 min 30 s"),
        row("a full tenant", with(released()).tenant("shop", 20, 20))
            .hasCodes(ExplainCode.TENANT_FULL, ExplainCode.WAITS_IN_QUEUE)
            .withTexts("tenant shop runs 20 of at most 20 tasks (runningMax)"),
        row("a tenant that is not full", with(released()).tenant("shop", 19, 20))
            .hasCodes(ExplainCode.WAITS_IN_QUEUE)
            .withTexts("has waited in its queue for"),
        row(
                "a full key",
                with(ofKey("acme"))
                    .lambda(limited(0, 0).map(it -> it.withFairness(new Fairness(Map.of(), 0, 2))))
                    .ahead(7)
                    .runningOfKey(2))
            .hasCodes(ExplainCode.KEY_FULL, ExplainCode.WAITS_FOR_RELEASE)
            .withTexts("2 tasks of fairness key acme of lambda mail run, and at most 2 may run"),
        row(
                "a key that is not full",
                with(ofKey("acme"))
                    .lambda(limited(0, 0).map(it -> it.withFairness(new Fairness(Map.of(), 0, 2))))
                    .runningOfKey(1))
            .hasCodes(ExplainCode.WAITS_FOR_RELEASE)
            .withTexts("it is the next task of its fairness key acme"),
        row(
                "in the queue, pushed again",
                with(after(
                        released(),
                        Transitions.pushAgain(
                            FIRST.ref(), T0.plusSeconds(30), 2, T0.plusSeconds(120))))
                    .queued(250)
                    .noWorkers()
                    .worker(
                        "host-a",
                        NOW.minusSeconds(1),
                        "waiting=0 handedOut=120 running=8 askedAgo=2"))
            .hasCodes(ExplainCode.WORKERS_BUSY, ExplainCode.WAITS_IN_QUEUE)
            .withTexts("all executors of lambda mail are busy: 8 tasks run on 1 host"),
        row(
                "all slots taken for minutes, and more tasks prefetched",
                with(released())
                    .noWorkers()
                    .worker("host-a", NOW, "waiting=0 handedOut=9 running=7 askedAgo=177")
                    .place("rack-7", "", "", work(4, 0, 7))
                    .holder(claimedAt(T0)))
            .hasCodes(ExplainCode.WORKERS_BUSY, ExplainCode.WAITS_IN_QUEUE)
            .withTexts(
                "4 of 4 slots on 1 host are in use, and 3 more tasks are prefetched, the longest"
                    + " for 1 min 30 s among 1 task that was read: task "
                    + ID
                    + " and 6 more",
                "add executors with `./atf worker --executors mail=1 -- COMMAND`",
                "`./atf explain " + ID + "`"),
        row(
                "one host is drained, the other is busy",
                with(released())
                    .noWorkers()
                    .worker("host-a", NOW, "waiting=4 handedOut=9 running=0 askedAgo=0")
                    .worker("host-b", NOW, "waiting=0 handedOut=9 running=4 askedAgo=177")
                    .place("rack-7", "by alice", "", work(4, 4, 0))
                    .place("rack-8", "", "", work(4, 0, 4)))
            .hasCodes(ExplainCode.WORKERS_BUSY, ExplainCode.WAITS_IN_QUEUE)
            .withTexts("4 of 4 slots on 1 host are in use"),
        row(
                "a free slot, whose executor is about to ask",
                with(released())
                    .noWorkers()
                    .worker("host-a", NOW, "waiting=0 handedOut=9 running=3 askedAgo=177")
                    .place("rack-7", "", "", work(4, 0, 3)))
            .hasCodes(ExplainCode.WAITS_IN_QUEUE)
            .withTexts("has waited in its queue for"),
        row(
                "busy, and paused",
                with(due())
                    .gate(gate(null, GateState.PAUSED, null))
                    .noWorkers()
                    .worker("host-a", NOW, "waiting=0 handedOut=9 running=4 askedAgo=177"))
            .hasCodes(
                ExplainCode.LAMBDA_PAUSED, ExplainCode.WORKERS_BUSY, ExplainCode.WAITS_FOR_RELEASE)
            .withTexts("has been paused since"),
        row(
                "its only executor starts again after a death",
                with(released())
                    .noWorkers()
                    .worker(
                        "host-a",
                        NOW,
                        "waiting=0 running=0 askedAgo=9 wanted=1 ready=0 starting=1"))
            .hasCodes(ExplainCode.WORKERS_STARTING, ExplainCode.WAITS_IN_QUEUE)
            .withTexts("1 executor of lambda mail on host host-a is starting"),
        row(
                "its only executor is about to be started",
                with(released())
                    .noWorkers()
                    .worker(
                        "host-a",
                        NOW,
                        "waiting=0 running=0 askedAgo=9 wanted=1 ready=0 starting=0"))
            .hasCodes(ExplainCode.WORKERS_STARTING, ExplainCode.WAITS_IN_QUEUE)
            .withTexts(
                "no executor of lambda mail on host host-a runs now; 1 executor is to be started"),
        row("one that has killed two executors", with(due().withDeaths(2)))
            .hasCodes(ExplainCode.KILLED_EXECUTORS, ExplainCode.WAITS_FOR_RELEASE)
            .withTexts(
                "2 executors died, or stopped responding, while they ran this task",
                "its next attempt runs with no other task in its process",
                "after 3 deaths in a row it ends as QUARANTINED"),
        row(
                "in the queue, pushed again, while executors ask",
                with(after(
                        released(),
                        Transitions.pushAgain(
                            FIRST.ref(), T0.plusSeconds(30), 2, T0.plusSeconds(120))))
                    .queued(250))
            .hasCodes(ExplainCode.WAITS_IN_QUEUE)
            .withTexts(
                "250 tasks", "was checked 1 time since then", "executors on 1 host ask for work"),
        row(
                "refused by its queue",
                with(after(released(), Transitions.pushFailed(FIRST.ref(), 3, T0.plusSeconds(40)))))
            .hasCodes(ExplainCode.WAITS_IN_QUEUE)
            .withTexts("the queue has refused it, or was full, 3 times"),
        row("in the queue, without workers", with(released()).noWorkers())
            .hasCodes(ExplainCode.NO_WORKER, ExplainCode.WAITS_IN_QUEUE)
            .withTexts("no worker"),
        row("a retry that waits", with(failed(NOW.plusSeconds(15))))
            .hasCodes(ExplainCode.RETRY_BACKOFF)
            .withTexts("attempt 1 of 10 failed with BUSY: try later", "in 15 s"),
        row("a retry that is due", with(failed(NOW.minusSeconds(5))))
            .hasCodes(ExplainCode.WAITS_FOR_RELEASE, ExplainCode.RETRY_BACKOFF)
            .withTexts("has been due since"),
        row("handed back, waiting", with(returned(NOW.plusSeconds(4))))
            .hasCodes(ExplainCode.RETURNED)
            .withTexts("HANDLER_UNKNOWN", "version does not have the handler", "in 4 s"),
        row("handed back, due", with(returned(NOW.minusSeconds(4))))
            .hasCodes(ExplainCode.WAITS_FOR_RELEASE, ExplainCode.RETURNED)
            .withTexts("the next"),
        row(
                "handed back by a drained executor",
                with(returned(NOW.plusSeconds(4), "EXECUTOR_DRAINED by host:1")))
            .hasCodes(ExplainCode.RETURNED)
            .withTexts("had to exit", "it continues from its checkpoint", "`drainTimeout`"),
        row(
                "handed back by a process that exits",
                with(returned(NOW.plusSeconds(4), "DRAINING by host:1")))
            .hasCodes(ExplainCode.RETURNED)
            .withTexts("another executor takes it", "`./atf worker list --lambda mail`"),
        row(
                "handed back because an earlier attempt still runs",
                with(returned(NOW.plusSeconds(4), "STILL_RUNNING by host:1")))
            .hasCodes(ExplainCode.RETURNED)
            .withTexts("wait until its earlier attempt has stopped", "`./atf get " + ID + "`"),
        row(
                "handed back for a reason that ends by itself",
                with(returned(NOW.plusSeconds(4), "UNCOVERED by host:1")))
            .hasCodes(ExplainCode.RETURNED)
            .withTexts("wait: it runs again"),
        row(
                "handed back because the disk is full",
                with(returned(NOW.plusSeconds(4), "DISK_FULL by host:1")))
            .hasCodes(ExplainCode.RETURNED)
            .withTexts("free space on the disk of that host"),
        row("handed back twice, in the queue", with(released(returnedTwice(), NOW.minusSeconds(2))))
            .hasCodes(ExplainCode.WAITS_IN_QUEUE, ExplainCode.RETURNED)
            .withTexts("for 2 s"),
        row("just claimed", with(claimed()))
            .hasCodes(ExplainCode.RUNNING)
            .withTexts("executor host:1", "attempt 1 of 10", "no heartbeat", "its lease ends at"),
        row("running", with(processing("{\"done\":3}")))
            .hasCodes(ExplainCode.RUNNING)
            .withTexts("last heartbeat was 2 s ago", "progress {\"done\":3}"),
        row(
                "asked to stop",
                with(
                    after(
                        processing("1"),
                        ClientTransitions.requestCancel(ID, NOW.minusSeconds(1), "enough"))))
            .hasCodes(ExplainCode.CANCEL_REQUESTED, ExplainCode.RUNNING)
            .withTexts("asked to stop 1 s ago"),
        row(
                "to be killed",
                with(
                    after(
                        processing("1"),
                        ClientTransitions.requestKill(
                            new TaskRef(ID, 1), NOW.minusSeconds(1), "by alice: stuck"))))
            .hasCodes(ExplainCode.KILL_REQUESTED, ExplainCode.RUNNING)
            .withTexts("a kill of attempt 1 of 10 was requested 1 s ago by alice: stuck"),
        row("a lease that ended", with(claimedAt(T0)))
            .hasCodes(ExplainCode.LEASE_EXPIRED)
            .withTexts("host:1", "ended 1 min ago", "being recovered"),
        row("near its deadline", with(dueWithDeadline(NOW.plusSeconds(600))))
            .hasCodes(ExplainCode.WAITS_FOR_RELEASE, ExplainCode.DEADLINE_NEAR)
            .withTexts("the next"),
        row("past its deadline", with(dueWithDeadline(NOW.minusSeconds(1))))
            .hasCodes(ExplainCode.DEADLINE_NEAR, ExplainCode.WAITS_FOR_RELEASE)
            .withTexts("passed 1 s ago", "is about to fail with DEADLINE_EXCEEDED"),
        row("long past its deadline", with(dueWithDeadline(NOW.minusSeconds(3_600))))
            .hasCodes(ExplainCode.DEADLINE_NEAR, ExplainCode.WAITS_FOR_RELEASE)
            .withTexts("passed 1 h ago", "as soon as a store consumer finds it"),
        row("of no lambda", with(due()).lambda(Optional.empty()))
            .hasCodes(ExplainCode.LAMBDA_MISSING, ExplainCode.WAITS_FOR_RELEASE)
            .withTexts("not registered"),
        row("behind another of its key", with(waiting(NOW)).turn(turn(2, Optional.empty())))
            .hasCodes(ExplainCode.WAITS_FOR_TURN)
            .withTexts(
                "ordering key k: task " + ID + " has had it since",
                "is blocked by condition db",
                "2 others wait before it",
                "`./atf explain " + ID + "` shows what that task waits for"),
        row("the next of its key", with(waiting(NOW)).turn(turn(0, Optional.empty())))
            .hasCodes(ExplainCode.WAITS_FOR_TURN)
            .withTexts("and it is the next"),
        row(
                "of a key, and not due",
                with(waiting(NOW.plusSeconds(60))).turn(turn(1, Optional.empty())))
            .hasCodes(ExplainCode.NOT_DUE_YET)
            .withTexts("then it waits for the turn", "1 other waits"),
        row("of a held key", with(waiting(NOW)).turn(turn(0, Optional.of(T0))))
            .hasCodes(ExplainCode.KEY_HELD)
            .withTexts(
                "has been held since " + T0,
                "`./atf keys retry mail k` retries that task, `./atf keys skip mail k` skips it"),
        row(
                "a condition that has cleared",
                with(blocked())
                    .blocked(ConditionExplanation.reason(blocked(), Optional.empty(), "", NOW)))
            .hasCodes(ExplainCode.BLOCKED)
            .withTexts("its condition orders-db has cleared", "at its next check, in 10 s"),
        row(
                "blocked behind a closed gate",
                with(blocked())
                    .blocked(ConditionExplanation.reason(blocked(), Optional.empty(), "", NOW))
                    .gate(gate(null, GateState.PAUSED, null)))
            .hasCodes(ExplainCode.BLOCKED, ExplainCode.LAMBDA_PAUSED)
            .withTexts("its condition orders-db"),
        row(
                "a test of a condition",
                with(of(PlanKind.CONDITION, "test/0/1")).plan(plan(PlanKind.CONDITION)))
            .hasCodes(ExplainCode.WAITS_FOR_RELEASE, ExplainCode.TEST_OF_CONDITION)
            .withTexts("next to be released"),
        row("done", with(succeeded()))
            .hasCodes(ExplainCode.SUCCEEDED)
            .withTexts("attempt 1, after 2 s"),
        row("cancelled", with(ended(FrameworkFailure.CANCELLED)))
            .hasCodes(ExplainCode.CANCELLED)
            .withTexts("was cancelled at"),
        row("dropped", with(ended(FrameworkFailure.DROPPED)))
            .hasCodes(ExplainCode.DROPPED)
            .withTexts(
                "dropped by a gate",
                "if that was wrong, redrive it with `./atf dead redrive mail " + ID + "`"),
        row(
                "dropped by a gate of its collection that still drops",
                with(ended(FrameworkFailure.DROPPED))
                    .gate(gate(new CollectionName("marketing"), GateState.DROPPING, null)))
            .hasCodes(ExplainCode.DROPPED)
            .withTexts(
                "open the gate with `./atf lambda resume --collection marketing mail`",
                "redrive it with `./atf dead redrive mail " + ID + "`"),
        row(
                "a dropped task of a job",
                with(ended(FrameworkFailure.DROPPED)
                        .withHeader(of(PlanKind.JOB, "0-a/1/1").header()))
                    .gate(gate(null, GateState.DROPPING, null))
                    .job(JobStatus.HELD))
            .hasCodes(ExplainCode.DROPPED, ExplainCode.STEP_OF_JOB)
            .withTexts("`./atf lambda resume mail`", "`./atf job retry mail night-1`"),
        row(
                "a lease that ended, and no store consumer recovers it",
                with(claimedAt(T0)).consumersSilentSince(NOW.minusSeconds(75)))
            .hasCodes(ExplainCode.LEASE_EXPIRED, ExplainCode.STORE_CONSUMERS_SILENT)
            .withTexts("no store consumer runs that could recover it", "start the store consumers"),
        row(
                "due, and no store consumer runs",
                with(due()).consumersSilentSince(NOW.minusSeconds(75)))
            .hasCodes(ExplainCode.STORE_CONSUMERS_SILENT, ExplainCode.WAITS_FOR_RELEASE)
            .withTexts(
                "no store consumer has reported for 1 min 15 s",
                "the last report of 1 known store consumer was at",
                "start the store consumers"),
        row(
                "due, and the store consumers report",
                with(due()).consumersSilentSince(NOW.minusSeconds(30)))
            .hasCodes(ExplainCode.WAITS_FOR_RELEASE)
            .withTexts("it is the next to be released"),
        row("dead", with(ended(FrameworkFailure.DEADLINE_EXCEEDED)))
            .hasCodes(ExplainCode.DEAD)
            .withTexts(
                "after 0 attempts",
                "DEADLINE_EXCEEDED: why",
                "redrive it with `./atf dead redrive mail " + ID + "`"),
        row(
                "dead, and its lambda was deleted",
                with(ended(FrameworkFailure.DEADLINE_EXCEEDED)).lambda(Optional.empty()))
            .hasCodes(ExplainCode.DEAD)
            .withTexts(
                "lambda mail is no longer registered: register it with `./atf lambda register"
                    + " mail` first; redrive it with `./atf dead redrive mail "
                    + ID
                    + "`"),
        row(
                "dead, and its lambda is being deleted",
                with(ended(FrameworkFailure.DEADLINE_EXCEEDED))
                    .lambda(Optional.of(LAMBDA.withClosedAt(T0))))
            .hasCodes(ExplainCode.DEAD)
            .withTexts("lambda mail accepts no tasks: register it with"),
        row(
                "cancelled, and its lambda was deleted",
                with(ended(FrameworkFailure.CANCELLED)).lambda(Optional.empty()))
            .hasCodes(ExplainCode.CANCELLED)
            .withTexts("`./atf lambda register mail` first; then", "`./atf resubmit " + ID + "`"),
        row(
                "dead, of a priority that its lambda no longer has",
                with(ended(FrameworkFailure.DEADLINE_EXCEEDED))
                    .lambda(
                        Optional.of(
                            LAMBDA
                                .with()
                                .priorities(List.of(new Priority("urgent")))
                                .defaultPriority(new Priority("urgent"))
                                .build())))
            .hasCodes(ExplainCode.DEAD)
            .withTexts("`./atf resubmit --priority urgent " + ID + "`"),
        row(
                "dead of its payload",
                with(
                    after(
                        claimed(),
                        Transitions.failFatally(
                            FIRST,
                            MAIL,
                            1,
                            Outcome.failure(
                                "d",
                                new Failure("PAYLOAD_UNREADABLE", "to: unreadable", "", false)),
                            Ending.at(NOW, LAMBDA),
                            Notes.NONE))))
            .hasCodes(ExplainCode.DEAD)
            .withTexts(
                "its handler cannot read its payload",
                "`./atf resubmit --payload JSON " + ID + "`"),
        row(
                "a cancelled task that reverted a step of a job",
                with(ended(FrameworkFailure.CANCELLED)
                        .withHeader(of(PlanKind.JOB, "0-a/1/1/undo/1").header()))
                    .job(JobStatus.HELD))
            .hasCodes(ExplainCode.CANCELLED, ExplainCode.STEP_OF_JOB)
            .withTexts(
                "was cancelled at",
                "its job is held until an operator decides",
                "`./atf job retry mail night-1`",
                "`./atf job skip mail night-1 a`"),
        row("dead of its handler", with(ended(FrameworkFailure.QUARANTINED)))
            .hasCodes(ExplainCode.DEAD)
            .withTexts("fix its handler, then redrive it"));
  }

  @ParameterizedTest
  @MethodSource("rows")
  @Tag("F30")
  void eachStateIsExplained(Row row) {
    var explanation = Explanation.of(row.facts(), NOW);

    assertThat(explanation.reasons())
        .extracting(Reason::code)
        .containsExactlyElementsOf(row.codes());
    assertThat(explanation.summary()).matches("[A-Z0-9].*\\.");
    var first = explanation.reasons().get(0);
    assertThat(first.message() + "; " + first.remedy()).contains(row.texts());
  }

  @Test
  void everyReasonHasARemedyForItsTask() {
    rows()
        .forEach(
            row -> {
              var task = row.facts().task();
              var response =
                  TaskExplanation.response(row.facts(), Explanation.of(row.facts(), NOW), NOW);

              assertThat(response.getReasonsList())
                  .allSatisfy(
                      reason ->
                          assertThat(reason.getRemedy())
                              .as("%s of %s", reason.getCode(), task.taskId())
                              .matches("[A-Z`].*\\.")
                              .doesNotContain("LAMBDA", "TASK"));
            });
  }

  @Test
  void everyCodeIsInTheTable() {
    var covered = EnumSet.noneOf(ExplainCode.class);
    rows().forEach(row -> covered.addAll(row.codes()));

    assertThat(covered).isEqualTo(EnumSet.complementOf(EnumSet.copyOf(OF_PLANS)));
  }

  @Test
  void notesOfOtherVersionsArePassedOver() {
    assertThat(SightingNote.of(seen("waiting=3 handedOut=120")).number("waiting")).contains(3.0);
    assertThat(SightingNote.of(seen("releasedPerSecond=12.5")).number("releasedPerSecond"))
        .contains(12.5);
    assertThat(SightingNote.of(seen("waiting=many x y=z")).number("waiting")).isEmpty();
    assertThat(SightingNote.of(seen("")).number("waiting")).isEmpty();
    assertThat(SightingNote.of(seen("how=%zz")).text("how")).isEmpty();
    assertThat(SightingNote.of(seen("waiting=-1")).number("waiting")).isEmpty();
  }

  private static Position turn(int before, Optional<Instant> heldSince) {
    return new Position(
        "k", Optional.of(ID), Optional.of(T0), before, heldSince, "is blocked by condition db");
  }

  private static Sighting seen(String note) {
    return new Sighting(NOW, note);
  }

  private static Gate gate(
      @Nullable CollectionName collection, GateState state, @Nullable Instant until) {
    return new Gate(MAIL, collection, state, until, "provider down", "ops", T0);
  }

  private static Optional<LambdaDefinition> limited(double dispatchRate, int maxRunning) {
    return Optional.of(LAMBDA.withDispatchRate(dispatchRate).withMaxRunning(maxRunning));
  }

  private static LambdaWork work(int slots, int waiting, int running) {
    return new LambdaWork(MAIL, 1, slots, waiting, running, 9, 0, 0, false, "");
  }

  private static LambdaWork unhealthy(String reason) {
    return new LambdaWork(MAIL, 1, 4, 4, 0, 9, 10, 9, false, reason);
  }

  private static FactsBuilder with(Association task) {
    return new FactsBuilder(task, LAMBDA)
        .worker("host-z", NOW.minusSeconds(5), "waiting=2 handedOut=9 askedAgo=0");
  }

  private static RowBuilder row(String name, FactsBuilder facts) {
    return new RowBuilder(name, facts.build());
  }

  private record RowBuilder(String name, Facts facts) {
    RowWithCodes hasCodes(ExplainCode... codes) {
      return new RowWithCodes(name, facts, Arrays.asList(codes));
    }
  }

  private record RowWithCodes(String name, Facts facts, List<ExplainCode> codes) {
    Row withTexts(String... texts) {
      return new Row(name, facts, codes, Arrays.asList(texts));
    }
  }
}
