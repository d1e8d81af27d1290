package dev.atf.cli.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.protocol.v1.WatchTransitionsRequest;
import dev.atf.protocol.v1.WatchTransitionsResponse;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that a watch continues if its server ends it, disappears, or is too fast. */
final class TransitionTailTest {
  private final Deque<Object> script = new ArrayDeque<>();
  private final List<String> asked = new ArrayList<>();
  private final List<String> told = new ArrayList<>();
  private final TransitionTail tail = new TransitionTail(this::call, Duration.ofMillis(1));

  @Test
  @Tag("W3")
  void resumesFromTheLastCursorWhateverEndsAWatch() {
    script.addAll(
        List.of("1", "end", "2", Status.UNAVAILABLE, "3", Status.ABORTED, "4", "end", "5"));

    follow();

    assertThat(told).containsExactly("1", "2", "3", "4", "5");
    assertThat(asked).containsExactly("", "1", "2", "3", "4");
  }

  @Test
  void aServerThatWasNeverThereAndARefusalEndIt() {
    script.add(Status.UNAVAILABLE);
    assertThatThrownBy(this::follow).isInstanceOf(StatusRuntimeException.class);

    script.addAll(List.of("1", Status.PERMISSION_DENIED));
    assertThatThrownBy(this::follow)
        .isInstanceOf(StatusRuntimeException.class)
        .hasMessageContaining("PERMISSION_DENIED");
  }

  private void follow() {
    tail.follow(
        WatchTransitionsRequest.getDefaultInstance(),
        answer -> {
          told.add(answer.getCursor());
          return !answer.getCursor().equals("5");
        });
  }

  private Iterator<WatchTransitionsResponse> call(WatchTransitionsRequest request) {
    asked.add(request.getCursor());
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        if (script.element() instanceof Status failure) {
          script.remove();
          throw failure.asRuntimeException();
        }
        if (script.element().equals("end")) {
          script.remove();
          return false;
        }
        return true;
      }

      @Override
      public WatchTransitionsResponse next() {
        return WatchTransitionsResponse.newBuilder().setCursor((String) script.remove()).build();
      }
    };
  }
}
