package dev.atf.executor.core.attempt;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import dev.atf.executor.StepContext;
import dev.atf.protocol.v1.WorkOfJob;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Step context of a task, read from its work. */
record WorkStep(WorkOfJob work, ObjectMapper json) implements StepContext {
  @Override
  public String job() {
    return work.getJob();
  }

  @Override
  public String lambda() {
    return work.getLambda();
  }

  @Override
  public String step() {
    return work.getStep();
  }

  @Override
  public boolean compensates() {
    return work.getCompensates();
  }

  @Override
  public Set<String> inputs() {
    var names = new LinkedHashSet<String>();
    work.getInputsList().forEach(input -> names.add(input.getStep()));
    return names;
  }

  @Override
  public <T> Optional<T> input(String step, Class<T> type) {
    return inputs(step, type).stream().findFirst();
  }

  @Override
  public <T> List<T> inputs(String step, Class<T> type) {
    return work.getInputsList().stream()
        .filter(input -> input.getStep().equals(step))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "input: " + step + " (expected: one of " + inputs() + ")"))
        .getResultsList()
        .stream()
        .map(result -> read("input " + step, result.getData(), result.getContentType(), type))
        .toList();
  }

  @Override
  public OptionalInt itemIndex() {
    return work.hasItem() ? OptionalInt.of(work.getItem()) : OptionalInt.empty();
  }

  @Override
  public <T> Optional<T> item(Class<T> type) {
    return work.hasItem()
        ? Optional.of(read("item", work.getItemJson(), ResultEncoder.JSON, type))
        : Optional.empty();
  }

  private <T> T read(String what, ByteString data, String contentType, Class<T> type) {
    try {
      return new PayloadReader<T>(json, json.constructType(type)).read(data, contentType);
    } catch (PayloadUnreadableException e) {
      throw new IllegalStateException(what + " is unreadable: " + e.getMessage(), e);
    }
  }
}
