package dev.atf.hsc.condition;

import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.check.Ellipsis;
import dev.atf.model.condition.ConditionName;
import dev.atf.protocol.v1.AttemptResult;

/**
 * Condition on which a handler blocks its task.
 *
 * @param tester lambda of the task that tests whether the condition has cleared
 * @param payload payload of that task
 * @param holdsLambda whether other tasks of the lambda wait, too, without being started
 * @param reason reason, for people to read
 */
public record BlockRequest(
    ConditionName condition,
    LambdaName tester,
    Payload payload,
    boolean holdsLambda,
    String reason) {
  private static final int REASON_CHARS_MAX = 200;

  /** Returns the request in a result. A long reason is cut. */
  public static BlockRequest of(AttemptResult.Blocked blocked) {
    var tester = blocked.getTester();
    return new BlockRequest(
        new ConditionName(blocked.getCondition()),
        new LambdaName(tester.getLambda()),
        new Payload(tester.getData().toByteArray(), tester.getContentType()),
        blocked.getHoldLambda(),
        Ellipsis.cut(blocked.getReason(), REASON_CHARS_MAX));
  }
}
