package dev.atf.e2e.explain;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Brings tasks into situations, which are distinct from each other. */
final class Situations {
  /** Lambda and number of executor processes, of four threads each. */
  static final String EXECUTORS =
      "lab=1,run=2,busy=1,full=1,rate=1,poison=1,suspect=1,crash=2,missing=1,slow=1,stuck=1,needy=1";

  private static final String HOUR = "\"delay\":\"3600s\"";

  /** Half an hour more than a day and six hours, so that a slow test reads the same words. */
  private static final long LATER_SECONDS = 109_800;

  private static final String LATER = "\"delay\":\"" + LATER_SECONDS + "s\"";
  private static final long LONG = 3_600_000;

  private final StagedUp up;
  private final List<Situation> all = new ArrayList<>();

  Situations(StagedUp up) {
    this.up = up;
  }

  /** Returns all of them; some take a while to come true. */
  List<Situation> stage() {
    register();
    waiting();
    gates();
    workers();
    needs();
    limits();
    running();
    failures();
    ended();
    ordering();
    families();
    combinedGates();
    combinedConditions();
    combinedTurns();
    combinedLimits();
    // Begun last, and explained first: the handler ignores it, and its executor ends after 10 s.
    stopping();
    Collections.reverse(all);
    return all;
  }

  private void register() {
    up.put(
        "/v1/lambdas/lab",
        "{\"history\":\"ALL\",\"onFatal\":\"HOLD\",\"retry\":{\"initialBackoff\":\"600s\"}}");
    for (var lambda : List.of("run", "busy", "stuck", "crash", "missing", "slow", "nobody")) {
      up.put("/v1/lambdas/" + lambda, "{\"history\":\"ALL\"}");
    }
    for (var lambda : List.of("paused", "until", "drops", "parts", "never", "both")) {
      up.put("/v1/lambdas/" + lambda, "{}");
    }
    up.put("/v1/lambdas/needy", "{\"needs\":[\"gpu\"]}");
    up.put("/v1/lambdas/full", "{\"maxRunning\":1}");
    up.put("/v1/lambdas/rate", "{\"dispatchRate\":0.002}");
    up.put("/v1/lambdas/fair", "{\"fairness\":{\"ratePerKey\":0.002}}");
    up.put("/v1/lambdas/suspect", "{\"retry\":{\"initialBackoff\":\"600s\"}}");
    up.put("/v1/lambdas/poison", "{\"history\":\"ALL\",\"retry\":{\"initialBackoff\":\"0.1s\"}}");
    // In force within 2 s, long before the tasks behind them.
    gate("full", "{\"state\":\"PAUSED\",\"collection\":\"later\"}");
    gate("lab", "{\"state\":\"PAUSED\",\"collection\":\"later\"}");
  }

  private void add(Situation situation) {
    all.add(situation);
  }

  private static Situation.Builder of(String name, String taskId) {
    return Situation.of(name, taskId);
  }

  private boolean isTask(String taskId, Predicate<JsonNode> test) {
    return test.test(up.task(taskId));
  }

  private void waiting() {
    add(
        of("it is not due", up.schedule("lab", "ok", 0, LATER))
            .is("NEW", "NOT_DUE_YET")
            .saying("in 1 d 6 h")
            .asItsStatusShows());
    var moved = up.schedule("lab", "ok", 0, HOUR);
    up.post(
        "/v1/tasks/" + moved + ":reschedule",
        "{\"scheduledAt\":\"" + Instant.now().plusSeconds(LATER_SECONDS) + "\"}");
    add(
        of("it was put off", moved)
            .is("NEW", "NOT_DUE_YET")
            .saying("in 1 d 6 h")
            .asItsStatusShows());
    var hurried = up.schedule("lab", "ok", 0, HOUR);
    up.post("/v1/tasks/" + hurried + ":run", "{}");
    add(of("it was run before its time", hurried).is("SUCCESS", "SUCCEEDED").asItsStatusShows());
    var soon = "\"deadline\":\"" + Instant.now().plusSeconds(1_800) + "\"";
    add(
        of("its deadline is near, and nobody runs it", up.schedule("nobody", "ok", 0, soon))
            .is("ENQUEUED", "DEADLINE_NEAR")
            .inAddition()
            .asItsStatusShows());
  }

  private void gates() {
    gate("paused", "{\"state\":\"PAUSED\",\"reason\":\"the printer\",\"by\":\"ops\"}");
    add(
        of("its lambda is paused", up.schedule("paused", "ok", 0))
            .is("NEW", "LAMBDA_PAUSED")
            .saying("by ops", "(reason: the printer)", "`./atf lambda resume paused`")
            .as(() -> hasGate("paused", "PAUSED")));
    add(
        of("it waits in the store behind the gate", up.schedule("paused", "ok", 0))
            .is("NEW", "WAITS_FOR_RELEASE")
            .inAddition()
            .saying("its gate holds it back")
            .asItsStatusShows());
    var until = Instant.now().plusSeconds(LATER_SECONDS);
    gate("until", "{\"state\":\"PAUSED\",\"until\":\"" + until + "\"}");
    add(
        of("its lambda is paused until a time", up.schedule("until", "ok", 0))
            .is("NEW", "LAMBDA_PAUSED")
            .saying("(in 1 d 6 h")
            .as(() -> hasGate("until", "PAUSED")));
    gate("parts", "{\"state\":\"PAUSED\",\"collection\":\"red-ones\"}");
    add(
        of("its collection is paused", up.schedule("parts", "ok", 0, "\"collection\":\"red-ones\""))
            .is("NEW", "COLLECTION_PAUSED")
            .saying("`./atf lambda resume --collection red-ones parts`")
            .as(() -> hasGate("parts", "PAUSED")));
    gate("drops", "{\"state\":\"DROPPING\"}");
    add(
        of("it will be dropped", up.schedule("drops", "ok", 0, HOUR))
            .is("NEW", "DROPPING")
            .inAddition()
            .saying("has been dropping its tasks")
            .as(() -> hasGate("drops", "DROPPING")));
    add(
        of("it was dropped", up.schedule("drops", "ok", 0))
            .is("FATAL_FAILURE", "DROPPED")
            .saying("`./atf lambda resume drops`", "`./atf dead redrive drops ")
            .asItsStatusShows());
    gate("parts", "{\"state\":\"DROPPING\",\"collection\":\"white-ones\"}");
    add(
        of(
                "it was dropped by the gate of its collection",
                up.schedule("parts", "ok", 0, "\"collection\":\"white-ones\""))
            .is("FATAL_FAILURE", "DROPPED")
            .saying(
                "`./atf lambda resume --collection white-ones parts`", "`./atf dead redrive parts ")
            .asItsStatusShows());
    up.post(
        "/v1/jobs",
        "{\"name\":\"shed\",\"steps\":[{\"name\":\"a\",\"lambda\":\"drops\",\"json\":{},"
            + "\"onFailure\":\"HOLD\"}]}");
    add(
        of("it is a dropped step of a job", stepOf("drops", "shed"))
            .is("FATAL_FAILURE", "DROPPED")
            .saying("`./atf lambda resume drops`", "`./atf job retry drops shed`")
            .as(
                () ->
                    up.get("/v1/lambdas/drops/jobs/shed")
                        .get("status")
                        .asText()
                        .equals("JOB_HELD")));
  }

  private void gate(String lambda, String json) {
    up.post("/v1/lambdas/" + lambda + ":setGate", json);
  }

  private boolean hasGate(String lambda, String state) {
    return up.get("/v1/lambdas/" + lambda).at("/gates/0/state").asText().equals(state);
  }

  private void workers() {
    add(
        of("nobody serves its lambda", up.schedule("nobody", "ok", 0))
            .is("ENQUEUED", "NO_WORKER")
            .saying("no worker host serves lambda nobody now", "none did in the last 1 d")
            .as(() -> up.live("nobody").path("controllers").asInt() == 0));
    add(
        of("nobody will serve it when it is due", up.schedule("nobody", "ok", 0, HOUR))
            .is("NEW", "NO_WORKER")
            .inAddition()
            .asItsStatusShows());
    add(
        of("its executors end at their start", up.schedule("crash", "ok", 0))
            .is("ENQUEUED", "EXECUTOR_CRASHING")
            .saying("of 2 executors", "exit code 1 (not started)", "settings.yaml: no such file")
            .as(() -> up.live("crash").at("/executors/deathsInARow").asInt() > 0));
    add(
        of("its program has no handler of it", up.schedule("missing", "ok", 0))
            .is("ENQUEUED", "HANDLER_MISSING")
            .saying(
                "has no handler for this lambda", "lambda: missing (expected: one of [another])")
            .as(() -> up.live("missing").at("/executors/how").asText().contains("73")));
    add(
        of("its executors are starting", up.schedule("slow", "ok", 0))
            .is("ENQUEUED", "WORKERS_STARTING")
            .saying("1 executor of lambda slow", "none has asked for work yet")
            .as(() -> up.live("slow").at("/executors/starting").asInt() == 1));
  }

  private void needs() {
    add(
        of("no host offers what its lambda needs", up.schedule("needy", "ok", 0))
            .is("ENQUEUED", "NEEDS_UNMET")
            .saying("1 host serves lambda needy, and none offers gpu")
            .as(() -> up.live("needy").path("controllers").asInt() == 0));
  }

  private void limits() {
    var busyOnes = new ArrayList<String>();
    for (int i = 0; i < 4; i++) {
      busyOnes.add(up.schedule("busy", "run", LONG));
      awaitStatus(busyOnes.get(i), "PROCESSING");
    }
    add(
        of("all executors are busy", up.schedule("busy", "ok", 0))
            .is("ENQUEUED", "WORKERS_BUSY")
            .without("NO_WORKER")
            .saying("4 of 4 slots on 1 host are in use", ", the longest for", busyOnes.get(0))
            .as(() -> up.live("busy").at("/priorities/1/queued").asInt() >= 1));
    add(
        of(
                "they are busy for longer than a silent host is remembered",
                up.schedule("busy", "ok", 0))
            .is("ENQUEUED", "WORKERS_BUSY")
            .without("NO_WORKER")
            .saying("4 of 4 slots on 1 host are in use", busyOnes.get(0))
            .as(() -> runs(busyOnes) && busyOnes.stream().allMatch(this::hasRunLong)));
    gate("busy", "{\"state\":\"PAUSED\",\"collection\":\"later\"}");
    add(
        of(
                "its collection is paused, and all executors are busy",
                up.schedule("busy", "ok", 0, "\"collection\":\"later\""))
            .is("NEW", "COLLECTION_PAUSED")
            .without("NO_WORKER")
            .saying(
                "`./atf lambda resume --collection later busy`",
                "4 of 4 slots on 1 host are in use")
            .as(() -> hasGate("busy", "PAUSED") && runs(busyOnes)));
    awaitStatus(up.schedule("full", "run", LONG), "PROCESSING");
    add(
        of("as many run as may", up.schedule("full", "ok", 0))
            .is("ENQUEUED", "LAMBDA_FULL")
            .saying("1 task of lambda full runs, and at most 1 may run (maxRunning)")
            .as(() -> up.live("full").at("/priorities/1/queued").asInt() == 1));
    up.schedule("rate", "ok", 0);
    add(
        of("its rate permits none now", up.schedule("rate", "ok", 0))
            .is("NEW", "DISPATCH_RATE")
            .saying("at most 0.002 tasks per second and priority", "the next one at")
            .as(() -> up.live("rate").at("/priorities/1/pending").asInt() >= 1));
    add(
        of("others stand before it", up.schedule("rate", "ok", 0))
            .is("NEW", "WAITS_FOR_RELEASE")
            .inAddition()
            .saying("are due before it")
            .asItsStatusShows());
  }

  private void running() {
    var running = up.schedule("run", "run", LONG);
    add(
        of("it runs", running)
            .is("PROCESSING", "RUNNING")
            .saying("attempt 1 of 10")
            .as(() -> isTask(running, task -> task.path("attempt").asInt() == 1)));
    var progress = up.schedule("run", "run", LONG);
    add(
        of("it has told of its progress", progress)
            .is("PROCESSING", "RUNNING")
            .saying("\"done\":3")
            .as(() -> isTask(progress, task -> task.at("/progress/done").asInt() == 3)));
  }

  private void stopping() {
    var cancelled = up.schedule("stuck", "stubborn", 300_000);
    awaitStatus(cancelled, "PROCESSING");
    up.post("/v1/tasks/" + cancelled + ":cancel", "{}");
    add(
        of("it was asked to stop", cancelled)
            .is("PROCESSING", "CANCEL_REQUESTED")
            .saying("its handler has not ended yet")
            .as(() -> isTask(cancelled, task -> task.path("cancelRequested").asBoolean())));
  }

  private void failures() {
    var throwing = up.schedule("lab", "throw", 0);
    add(
        of("it waits for its next attempt", throwing)
            .is("RETRIABLE_FAILURE", "RETRY_BACKOFF")
            .saying("HANDLER_THREW", "the printer is on fire")
            .as(() -> isTask(throwing, task -> task.path("attempt").asInt() >= 1)));
    var later = up.schedule("lab", "later", 0);
    add(
        of("its handler wants it later", later)
            .is("RETRIABLE_FAILURE", "RETRY_BACKOFF")
            .saying("RETRY_LATER: the shop is closed", "in 4 min")
            .asItsStatusShows());
    var poison = up.schedule("poison", "die", 0);
    add(
        of("it kills its processes", poison)
            .is("FATAL_FAILURE", "DEAD")
            .saying("QUARANTINED", "its handler, then redrive it with", poison)
            .as(() -> history(poison).contains("exit code 9")));
  }

  private String history(String taskId) {
    return up.task(taskId).path("history").toString();
  }

  private void ended() {
    var done = up.schedule("lab", "ok", 0);
    add(
        of("it has succeeded", done)
            .is("SUCCESS", "SUCCEEDED")
            .saying("in attempt 1")
            .asItsStatusShows());
    var fatal = up.schedule("lab", "fatal", 0);
    add(
        of("its handler gave it up", fatal)
            .is("FATAL_FAILURE", "DEAD")
            .saying("after 1 attempt: NO_SUCH_ITEM", "`./atf dead redrive lab " + fatal + "`")
            .asItsStatusShows());
    add(
        of("its result is too large", up.schedule("lab", "big", 0))
            .is("FATAL_FAILURE", "DEAD")
            .saying("RESULT_TOO_LARGE", "its handler, then redrive it")
            .asItsStatusShows());
    var unread = up.post("/v1/lambdas/lab/tasks", "{\"json\":[1,2]}").get("taskId").asText();
    add(
        of("its payload cannot be read", unread)
            .is("FATAL_FAILURE", "DEAD")
            .saying("PAYLOAD_UNREADABLE", "`./atf resubmit --payload JSON " + unread + "`")
            .asItsStatusShows());
    var passed = "\"deadline\":\"" + Instant.now().plusSeconds(3) + "\"";
    add(
        of("its deadline has passed", up.schedule("never", "ok", 0, passed))
            .is("FATAL_FAILURE", "DEAD")
            .saying("DEADLINE_EXCEEDED")
            .asItsStatusShows());
    var before = up.schedule("lab", "ok", 0, HOUR);
    up.post("/v1/tasks/" + before + ":cancel", "{}");
    add(of("it was cancelled before", before).is("CANCELLED", "CANCELLED").asItsStatusShows());
    var during = up.schedule("run", "run", LONG);
    awaitStatus(during, "PROCESSING");
    up.post("/v1/tasks/" + during + ":cancel", "{}");
    add(
        of("it was cancelled while it ran", during)
            .is("CANCELLED", "CANCELLED")
            .asItsStatusShows());
  }

  private void ordering() {
    var key = "\"orderingKey\":\"cust-7\"";
    var holder = up.schedule("run", "run", LONG, key);
    var second = up.schedule("run", "ok", 0, key);
    add(
        of("another has its key's turn", second)
            .is("NEW", "WAITS_FOR_TURN")
            .saying("task " + holder + " has had it", "it is the next")
            .as(() -> isTask(holder, task -> task.get("status").asText().equals("PROCESSING"))));
    add(
        of("another waits before it", up.schedule("run", "ok", 0, key))
            .is("NEW", "WAITS_FOR_TURN")
            .saying("1 other waits before it")
            .asItsStatusShows());
    var failed = up.schedule("lab", "fatal", 0, key);
    var behind = up.schedule("lab", "ok", 0, key);
    add(
        of("its key is held", behind)
            .is("NEW", "KEY_HELD")
            .saying("`./atf keys retry lab cust-7`", "`./atf keys skip lab cust-7`", failed)
            .as(() -> isTask(failed, task -> task.get("status").asText().equals("FATAL_FAILURE"))));
    add(
        of("it holds its key", failed)
            .is("FATAL_FAILURE", "DEAD")
            .saying("holds its ordering key cust-7, with 1 task behind it")
            .asItsStatusShows());
  }

  private void families() {
    var step = "{\"name\":\"%s\",\"lambda\":\"%s\",\"json\":{\"act\":\"%s\",\"millis\":%d}%s}";
    up.post(
        "/v1/jobs",
        "{\"name\":\"night\",\"steps\":[" + step.formatted("copy", "run", "run", LONG, "") + "]}");
    add(
        of("it is a step of a job", stepOf("run", "night"))
            .is("PROCESSING", "STEP_OF_JOB")
            .inAddition()
            .saying("it is step copy of job night of lambda run")
            .asItsStatusShows());
    up.post(
        "/v1/jobs",
        "{\"name\":\"day\",\"steps\":["
            + step.formatted("sell", "lab", "fatal", 0, ",\"onFailure\":\"HOLD\"")
            + "]}");
    add(
        of("it is the failed step of a job", stepOf("lab", "day"))
            .is("FATAL_FAILURE", "DEAD")
            .saying("retry the job with `./atf job retry lab day`")
            .asItsStatusShows());
    up.post(
        "/v1/jobs",
        "{\"name\":\"unlisted\",\"steps\":["
            + step.formatted("list", "lab", "ok", 0, "")
            + ",{\"name\":\"each\",\"lambda\":\"lab\",\"forEachResultOf\":\"list\","
            + "\"onFailure\":\"HOLD\"}]}");
    add(
        of("its job is held, because its result is not a list", stepOf("lab", "unlisted"))
            .is("SUCCESS", "STEP_OF_JOB")
            .inAddition()
            .as(
                () ->
                    up.get("/v1/lambdas/lab/jobs/unlisted:explain")
                        .get("summary")
                        .asText()
                        .matches(
                            ".*the result of list is not a list.*`./atf job skip lab unlisted"
                                + " each`.*")));
    up.post(
        "/v1/lambdas/lab/periodic",
        "{\"name\":\"each\",\"schedule\":{\"every\":\"3600s\"},\"json\":{\"act\":\"ok\"}}");
    var fired = up.post("/v1/lambdas/lab/periodic/each:trigger", "{}").get("taskId").asText();
    add(
        of("a periodic task made it", fired)
            .is("SUCCESS", "FIRE_OF_PERIODIC")
            .inAddition()
            .saying("each")
            .asItsStatusShows());
    var parent = up.schedule("lab", "child", 0);
    add(
        of("it has scheduled a child", parent)
            .is("SUCCESS", "SUCCEEDED")
            .saying("it scheduled 1 child")
            .as(() -> isTask(parent, task -> task.path("childTaskIds").size() == 1)));
    var child = taskOf(() -> up.task(parent).at("/childTaskIds/0").asText());
    add(
        of("another task has scheduled it", child)
            .is("FATAL_FAILURE", "CHILD_OF_TASK")
            .inAddition()
            .saying(parent)
            .as(() -> isTask(child, task -> task.path("parentTaskId").asText().equals(parent))));
  }

  /** Returns whether it runs for longer than a silent host counts as alive. */
  private boolean hasRunLong(String taskId) {
    var before = Instant.now().minusSeconds(80);
    return isTask(taskId, task -> Instant.parse(task.get("startedAt").asText()).isBefore(before));
  }

  private boolean runs(List<String> tasks) {
    return tasks.stream()
        .allMatch(id -> isTask(id, task -> task.get("status").asText().equals("PROCESSING")));
  }

  private void combinedGates() {
    gate("both", "{\"state\":\"PAUSED\"}");
    gate("both", "{\"state\":\"PAUSED\",\"collection\":\"red-ones\"}");
    add(
        of(
                "its lambda and its collection are paused",
                up.schedule("both", "ok", 0, "\"collection\":\"red-ones\""))
            .is("NEW", "LAMBDA_PAUSED")
            .saying(
                "`./atf lambda resume both`", "`./atf lambda resume --collection red-ones both`")
            .as(() -> up.get("/v1/lambdas/both").get("gates").size() == 2));
    add(
        of("it is paused, and nobody serves it either", up.schedule("paused", "ok", 0))
            .is("NEW", "LAMBDA_PAUSED")
            .saying("no worker host serves lambda paused now")
            .as(() -> up.live("paused").path("controllers").asInt() == 0));
    add(
        of("it is not due, and paused with no end", up.schedule("paused", "ok", 0, HOUR))
            .is("NEW", "LAMBDA_PAUSED")
            .saying("it is not due yet")
            .as(() -> hasGate("paused", "PAUSED")));
    var soon = "\"deadline\":\"" + Instant.now().plusSeconds(1_800) + "\"";
    add(
        of("it is paused, and its deadline is near", up.schedule("paused", "ok", 0, soon))
            .is("NEW", "LAMBDA_PAUSED")
            .saying("it fails with DEADLINE_EXCEEDED at its deadline")
            .as(() -> hasGate("paused", "PAUSED")));
    add(
        of(
                "its collection is paused, and its lambda is full",
                up.schedule("full", "ok", 0, "\"collection\":\"later\""))
            .is("NEW", "COLLECTION_PAUSED")
            .saying("and at most 1 may run (maxRunning)")
            .as(() -> hasGate("full", "PAUSED")));
    var later = "\"collection\":\"later\"";
    add(
        of("the step of a job is behind a gate", stepOfPaused())
            .is("NEW", "LAMBDA_PAUSED")
            .saying(
                "it is step wait of job gated of lambda paused", "`./atf job explain paused gated`")
            .as(
                () ->
                    up.get("/v1/lambdas/paused/jobs/gated:explain")
                        .at("/reasons/0/code")
                        .asText()
                        .equals("LAMBDA_PAUSED")));
    up.post(
        "/v1/lambdas/paused/periodic",
        "{\"name\":\"hourly\",\"schedule\":{\"every\":\"3600s\"},\"json\":{\"act\":\"ok\"}}");
    var fire = up.post("/v1/lambdas/paused/periodic/hourly:trigger", "{}").get("taskId").asText();
    add(
        of("a fire is behind a gate", fire)
            .is("NEW", "LAMBDA_PAUSED")
            .saying("hourly")
            .as(
                () ->
                    up.get("/v1/lambdas/paused/periodic/hourly:explain")
                        .at("/reasons/0/code")
                        .asText()
                        .equals("LAMBDA_PAUSED")));
    var holder = up.schedule("lab", "ok", 0, later, "\"orderingKey\":\"gated\"");
    add(
        of(
                "the holder of its key is behind a gate",
                up.schedule("lab", "ok", 0, "\"orderingKey\":\"gated\""))
            .is("NEW", "WAITS_FOR_TURN")
            .saying(
                "task " + holder + " has had it",
                "is behind the closed gate of its collection later",
                "`./atf explain " + holder + "`")
            .as(() -> hasGate("lab", "PAUSED")));
  }

  private String stepOfPaused() {
    up.post(
        "/v1/jobs",
        "{\"name\":\"gated\",\"steps\":[{\"name\":\"wait\",\"lambda\":\"paused\",\"json\":{}}]}");
    return stepOf("paused", "gated");
  }

  private void combinedConditions() {
    var unserved = up.schedule("run", "block-nobody", 0);
    add(
        of("it is blocked, and nobody serves its tester", unserved)
            .is("BLOCKED", "BLOCKED")
            .saying(
                "it waits for condition until-nobody",
                "its tester cannot run: no worker host serves lambda nobody now",
                "`./atf condition test run until-nobody`")
            .as(() -> phase("until-nobody").equals("CLOSED")));
    add(
        of(
                "it is blocked, and the lambda of its tester is paused",
                up.schedule("run", "block-paused", 0))
            .is("BLOCKED", "BLOCKED")
            .saying("its tester cannot run: the gate of its lambda paused is closed")
            .as(() -> phase("until-paused").equals("CLOSED") && hasGate("paused", "PAUSED")));
    var soon = "\"deadline\":\"" + Instant.now().plusSeconds(1_800) + "\"";
    add(
        of("it is blocked, and its deadline is near", up.schedule("run", "block-nobody", 0, soon))
            .is("BLOCKED", "BLOCKED")
            .saying("it fails with DEADLINE_EXCEEDED at its deadline")
            .asItsStatusShows());
    var key = "\"orderingKey\":\"blocked\"";
    var holder = up.schedule("run", "block-nobody", 0, key);
    add(
        of("the holder of its key is blocked", up.schedule("run", "ok", 0, key))
            .is("NEW", "WAITS_FOR_TURN")
            .saying("task " + holder + " has had it", "is blocked by condition until-nobody")
            .as(() -> isTask(holder, task -> task.get("status").asText().equals("BLOCKED"))));
  }

  private String phase(String condition) {
    return up.get("/v1/lambdas/run/conditions/" + condition).get("phase").asText();
  }

  private void combinedTurns() {
    var key = "\"orderingKey\":\"cust-8\"";
    var retried = up.schedule("lab", "throw", 0, key);
    add(
        of("the holder of its key waits for its next attempt", up.schedule("lab", "ok", 0, key))
            .is("NEW", "WAITS_FOR_TURN")
            .saying("task " + retried + " has had it", "waits for its next attempt until")
            .as(
                () ->
                    isTask(
                        retried, task -> task.get("status").asText().equals("RETRIABLE_FAILURE"))));
    var held = "\"orderingKey\":\"cust-9\"";
    var failed = up.schedule("lab", "fatal", 0, held);
    add(
        of(
                "its key is held, and its collection is paused",
                up.schedule("lab", "ok", 0, held, "\"collection\":\"later\""))
            .is("NEW", "KEY_HELD")
            .saying("`./atf keys retry lab cust-9`", "`./atf lambda resume --collection later lab`")
            .as(() -> isTask(failed, task -> task.get("status").asText().equals("FATAL_FAILURE"))));
  }

  private void combinedLimits() {
    var fair = "\"fairnessKey\":\"acme\"";
    up.schedule("fair", "ok", 0, fair);
    add(
        of(
                "the rate of its key is used up, and nobody serves it",
                up.schedule("fair", "ok", 0, fair))
            .is("NEW", "KEY_RATE")
            .inAddition()
            .saying(
                "at most 0.002 tasks per second for each fairness key",
                "one every 8 min",
                "no worker host serves")
            .asItsStatusShows());
    var suspect = up.schedule("suspect", "die", 0);
    add(
        of("it has killed an executor, and waits for its next attempt", suspect)
            .is("RETRIABLE_FAILURE", "KILLED_EXECUTORS")
            .inAddition()
            .saying("died, or stopped responding, while")
            .as(() -> history(suspect).contains("exit code 9")));
  }

  private void awaitStatus(String taskId, String status) {
    var ignored =
        Waits.until(() -> up.task(taskId).get("status").asText().equals(status) ? status : "");
  }

  private String stepOf(String lambda, String job) {
    return taskOf(
        () -> up.get("/v1/lambdas/" + lambda + "/jobs/" + job).at("/steps/0/unit/taskId").asText());
  }

  private String taskOf(Supplier<String> named) {
    return Waits.until(() -> up.isThere(named.get()) ? named.get() : "");
  }
}
