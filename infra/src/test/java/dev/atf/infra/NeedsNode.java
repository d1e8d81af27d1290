package dev.atf.infra;

import java.io.IOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Skips tests without Node, which the CDK needs; they are counted as skipped. */
@Tag("system")
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NeedsNode.Condition.class)
public @interface NeedsNode {
  /** Checks for a Node that starts. */
  final class Condition implements ExecutionCondition {
    private static final boolean THERE = starts();

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      return THERE
          ? ConditionEvaluationResult.enabled("node starts")
          : ConditionEvaluationResult.disabled(
              "the CDK needs Node 18 or later on the PATH, and there is none");
    }

    private static boolean starts() {
      try {
        var node =
            new ProcessBuilder("node", "--version")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!node.waitFor(30, TimeUnit.SECONDS)) {
          node.destroyForcibly();
          return false;
        }
        return node.exitValue() == 0;
      } catch (IOException notThere) {
        return false;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
  }
}
