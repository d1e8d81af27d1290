package dev.atf.cli.access;

import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.ListLambdasRequest;
import dev.atf.runtime.config.NearestName;
import io.grpc.StatusRuntimeException;
import java.util.Optional;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** Commands that a person may run after a refusal. */
final class NextSteps {
  private NextSteps() {}

  /**
   * Returns the hint for a refused command, with the names that its line has; empty if the refusal
   * says it all.
   */
  static String after(ErrorReason reason, ParseResult refused) {
    var hint = after(reason);
    for (var argument : refused.matchedPositionals()) {
      if (!argument.isMultiValue() && reason != ErrorReason.LAMBDA_NOT_FOUND) {
        hint = hint.replace(argument.paramLabel(), argument.<Object>getValue().toString());
      }
    }
    return reason == ErrorReason.LAMBDA_NOT_FOUND
        ? nearestLambda(refused).map(name -> "did you mean " + name + "? ").orElse("") + hint
        : hint;
  }

  /** Asks the server for its lambdas; empty if it does not tell them. */
  private static Optional<String> nearestLambda(ParseResult refused) {
    var asked =
        refused.matchedPositionals().stream()
            .filter(argument -> argument.paramLabel().equals("LAMBDA"))
            .map(PositionalParamSpec::<Object>getValue)
            .findFirst();
    if (asked.isEmpty() || !(refused.commandSpec().userObject() instanceof ApiCommand command)) {
      return Optional.empty();
    }
    try (var connection = command.api.connect()) {
      var known = connection.lambdas().listLambdas(ListLambdasRequest.getDefaultInstance());
      return NearestName.of(
          asked.get().toString(), known.getLambdasList().stream().map(Lambda::getName).toList());
    } catch (StatusRuntimeException e) {
      return Optional.empty();
    }
  }

  private static String after(ErrorReason reason) {
    return switch (reason) {
      case LAMBDA_NOT_FOUND ->
          "`atf lambda list` shows those that there are, `atf lambda register` makes one";
      case TASK_NOT_FOUND -> "`atf list LAMBDA`, also with --state done or dead, shows tasks";
      case PERIODIC_NOT_FOUND -> "`atf periodic list LAMBDA` shows those that there are";
      case PERIODIC_EXISTS -> "`atf periodic get LAMBDA NAME` shows it, `update` replaces it";
      case LAMBDAS_TOO_MANY -> "`atf lambda list` shows them, `atf lambda delete` makes room";
      case PERIODIC_TOO_MANY -> "`atf periodic list LAMBDA` shows them, `delete` makes room";
      case JOBS_TOO_MANY -> "`atf job list LAMBDA` shows them; some of them may be held";
      case PLAN_UNREADABLE ->
          "a newer version may read it; `atf periodic pause` and `delete` need not read it";
      case CREDENTIALS_MISSING, CREDENTIALS_EXPIRED, CREDENTIALS_INVALID ->
          "--token-file or $ATF_TOKEN shows who calls; `atf token` makes one for `atf up`";
      case HOST_NOT_ALLOWED ->
          "--server with localhost, or with a name of the server's server.hostsAllowed";
      case ACTION_NOT_ALLOWED -> "whoever writes the server's policy may grant it";
      case TASK_RUNNING -> "`atf cancel TASK` asks it to stop";
      case WORKER_NOT_FOUND -> "`atf worker list` shows the places";
      case TASK_NOT_RUNNING -> "`atf explain TASK` shows what it does instead";
      case TASK_FINISHED, TASK_NOT_DEAD -> "`atf get TASK` shows what came of it";
      case LAMBDA_CLOSING -> "`atf lambda register` opens it again";
      case LAMBDA_NOT_EMPTY ->
          "`atf list LAMBDA` shows them, `atf lambda drop` ends those that wait";
      case PRIORITY_UNKNOWN -> "`atf lambda get LAMBDA` shows its priorities";
      case PRIORITY_REMOVED -> "`atf list LAMBDA --priority P` shows what it still has";
      case PAYLOAD_TOO_LARGE ->
          "give it as a file, by --resource, or raise the lambda's payloadBytesMax";
      case RESOURCE_MISSING, RESOURCE_NOT_FOUND, RESOURCE_DAMAGED ->
          "`atf schedule --resource FILE` uploads what is missing";
      case RESOURCES_OFF -> "docs/resources.md tells where contents may be kept";
      case IDEMPOTENCY_KEY_REUSED -> "another --key makes another task";
      case PAGE_TOKEN_INVALID -> "begin anew without --page-token, or with --all";
      case QUOTA_EXCEEDED, OVERLOADED, CHANGED_MEANWHILE, DRAINING, WATCH_TOO_SLOW, TIMED_OUT ->
          "the same command again may do it";
      case TENANT_PENDING_QUOTA ->
          "when some of the tenant's tasks have ended the same command may do it";
      case QUEUE_MISSING -> "`cdk deploy CLUSTER-stateful CLUSTER-stateless` makes its queues";
      case STORE_UNAVAILABLE,
          QUEUE_UNAVAILABLE,
          RESOURCES_UNAVAILABLE,
          CREDENTIALS_UNCHECKED,
          INTERNAL ->
          "what the services log tells why";
      case PATH_UNKNOWN, CALL_UNKNOWN ->
          "is the server of this version? `atf --version` tells ours";
      case JOB_NOT_FOUND -> "`atf job list LAMBDA` shows those that there are";
      case SUBSCRIPTION_NOT_FOUND -> "`atf subscription list` shows those that there are";
      case ROUTE_NOT_FOUND -> "`atf route list` shows those that there are";
      case ROUTE_NAMES_IT -> "`atf route get` shows the rules; `atf route put` changes them";
      case JOB_FINISHED, JOB_UNCHANGED, STEP_RUNNING -> "`atf job get LAMBDA JOB` shows its steps";
      case KEY_NOT_FOUND, KEY_NOT_HELD -> "`atf keys list LAMBDA` shows keys that are waited for";
      case CONDITION_NOT_FOUND, CONDITION_NOT_CLOSED ->
          "`atf condition list LAMBDA` shows those that there are";
      case JOB_COMPENSATING -> "`atf job cancel LAMBDA JOB` gives up reverting the job";
      case TASK_OF_JOB -> "`atf job retry LAMBDA JOB` tries its step again";
      case TASK_ORDERED -> "`atf explain TASK` shows what its ordering key waits for";
      case ORIGIN_NOT_ALLOWED,
          REQUEST_UNREADABLE,
          REQUEST_TOO_LARGE,
          FIELD_INVALID,
          TIME_TOO_OLD,
          LEASE_LOST,
          RESULT_CONFLICT,
          SHARDS_LOWERED,
          TENANT_FULL,
          TASK_TOO_OLD ->
          "";
    };
  }
}
