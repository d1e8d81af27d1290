package dev.atf.cli.access;

import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.ListLambdasRequest;
import dev.atf.runtime.config.NearestName;
import io.grpc.StatusRuntimeException;
import java.util.Optional;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** Suggests commands to run after a refusal. */
final class NextSteps {
  private NextSteps() {}

  /**
   * Returns the hint for a refused command, with the names from its command line; empty if the
   * refusal needs no hint.
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

  /** Returns the name of the most similar lambda of the server; empty if none is similar. */
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
          "`atf lambda list` shows the lambdas, `atf lambda register` registers one";
      case TASK_NOT_FOUND ->
          "`atf list LAMBDA` shows unfinished tasks, --state done or dead shows finished ones";
      case PERIODIC_NOT_FOUND -> "`atf periodic list LAMBDA` shows the periodic tasks";
      case PERIODIC_EXISTS ->
          "`atf periodic get LAMBDA NAME` shows it, `atf periodic update` replaces it";
      case LAMBDAS_TOO_MANY -> "`atf lambda list` shows them, `atf lambda delete` deletes one";
      case PERIODIC_TOO_MANY ->
          "`atf periodic list LAMBDA` shows them, `atf periodic delete` deletes one";
      case JOBS_TOO_MANY -> "`atf job list LAMBDA` shows them; some of them may be held";
      case PLAN_UNREADABLE ->
          "a newer version may be able to read it; `atf periodic pause` and `delete` work anyway";
      case CREDENTIALS_MISSING, CREDENTIALS_EXPIRED, CREDENTIALS_INVALID ->
          "give a token with --token-file or $ATF_TOKEN; `atf token` creates one for `atf up`";
      case HOST_NOT_ALLOWED ->
          "use --server with localhost, or with a name of the server's setting server.hostsAllowed";
      case ACTION_NOT_ALLOWED -> "ask the operator to grant it in the server's policy";
      case TASK_RUNNING -> "`atf cancel TASK` asks it to stop";
      case WORKER_NOT_FOUND -> "`atf worker list` shows the places";
      case TASK_NOT_RUNNING -> "`atf explain TASK` shows its state";
      case TASK_FINISHED, TASK_NOT_DEAD -> "`atf get TASK` shows its outcome";
      case LAMBDA_CLOSING -> "`atf lambda register` opens it again";
      case LAMBDA_NOT_EMPTY ->
          "`atf list LAMBDA` shows them, `atf lambda drop` ends the waiting ones";
      case PRIORITY_UNKNOWN -> "`atf lambda get LAMBDA` shows its priorities";
      case PRIORITY_REMOVED -> "`atf list LAMBDA --priority P` shows its remaining tasks";
      case PAYLOAD_TOO_LARGE ->
          "upload it as a file with --resource, or raise the lambda's payloadBytesMax";
      case RESOURCE_MISSING, RESOURCE_NOT_FOUND, RESOURCE_DAMAGED ->
          "`atf schedule --resource FILE` uploads what is missing";
      case RESOURCES_OFF -> "docs/resources.md describes where files can be stored";
      case IDEMPOTENCY_KEY_REUSED -> "use another --key to schedule another task";
      case PAGE_TOKEN_INVALID -> "start again without --page-token, or use --all";
      case QUOTA_EXCEEDED, OVERLOADED, CHANGED_MEANWHILE, DRAINING, WATCH_TOO_SLOW, TIMED_OUT ->
          "run the same command again";
      case TENANT_PENDING_QUOTA ->
          "run the same command again when some of the tenant's tasks have ended";
      case QUEUE_MISSING -> "`cdk deploy CLUSTER-stateful CLUSTER-stateless` creates its queues";
      case STORE_UNAVAILABLE,
          QUEUE_UNAVAILABLE,
          RESOURCES_UNAVAILABLE,
          CREDENTIALS_UNCHECKED,
          INTERNAL ->
          "the logs of the services show why";
      case PATH_UNKNOWN, CALL_UNKNOWN ->
          "the server may have another version; `atf --version` shows the version of this command";
      case JOB_NOT_FOUND -> "`atf job list LAMBDA` shows the jobs";
      case SUBSCRIPTION_NOT_FOUND -> "`atf subscription list` shows the subscriptions";
      case ROUTE_NOT_FOUND -> "`atf route list` shows the routes";
      case ROUTE_NAMES_IT -> "`atf route get` shows the rules; `atf route put` changes them";
      case JOB_FINISHED, JOB_UNCHANGED, STEP_RUNNING -> "`atf job get LAMBDA JOB` shows its steps";
      case KEY_NOT_FOUND, KEY_NOT_HELD ->
          "`atf keys list LAMBDA` shows the keys for which tasks wait";
      case CONDITION_NOT_FOUND, CONDITION_NOT_CLOSED ->
          "`atf condition list LAMBDA` shows the conditions";
      case JOB_COMPENSATING -> "`atf job cancel LAMBDA JOB` stops reverting the job";
      case TASK_OF_JOB -> "`atf job retry LAMBDA JOB` retries its step";
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
