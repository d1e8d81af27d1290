package dev.atf.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.atf.model.check.InvalidFieldException;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.Resource;
import dev.atf.protocol.v1.ScheduleRequest;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Work that grows with the size of a request, and not with its square: a caller chooses the size.
 *
 * <p>Compares the CPU time of this thread for an input and for one of ten times its size. A square
 * would be a hundred times as much, in every comparison; the first that shows less is enough, so
 * that a busy machine does not fail the test.
 */
final class LinearWorkTest {
  private static final int TIMES = 10;
  private static final int RATIO_MAX = 50;
  private static final int COMPARISONS_MAX = 10;

  private interface Work {
    void run() throws Exception;
  }

  private static Arguments work(String name, int size, IntFunction<Work> ofSize) {
    return arguments(name, size, ofSize);
  }

  private static Arguments json(String name, int size, IntFunction<String> ofSize) {
    return work(
        name,
        size,
        n -> {
          var text = ofSize.apply(n).getBytes(StandardCharsets.UTF_8);
          return () ->
              JsonBody.check(text, ScheduleRequest.getDescriptor(), Map.of(), new Violations());
        });
  }

  private static String each(int count, IntFunction<String> item) {
    return IntStream.range(0, count).mapToObj(item).collect(Collectors.joining(","));
  }

  private static Stream<Arguments> works() {
    return Stream.of(
        json("unknown fields", 2_000, n -> "{" + each(n, i -> "\"f" + i + "\":1") + "}"),
        json("labels", 2_000, n -> "{\"labels\":{" + each(n, i -> "\"f" + i + "\":1") + "}}"),
        json("resources", 2_000, n -> "{\"resources\":[" + each(n, i -> "{\"path\":\"a\"}") + "]}"),
        json("outputs", 10_000, n -> "{\"outputs\":[" + each(n, i -> "0") + "]}"),
        json("a payload", 10_000, n -> "{\"json\":[" + each(n, i -> "{\"a\":1}") + "]}"),
        json("properties", 2_000, n -> "{\"json\":{" + each(n, i -> "\"f" + i + "\":1") + "}}"),
        json("a string", 100_000, n -> "{\"priority\":\"" + "é".repeat(n) + "\"}"),
        json("base64", 100_000, n -> "{\"data\":\"" + "AAAA".repeat(n / 4) + "*\"}"),
        json("digits of a time", 100_000, n -> "{\"delay\":\"" + "1".repeat(n) + "s\"}"),
        json("white space", 200_000, n -> "{" + " \n".repeat(n / 2) + "}"),
        work(
            "a NUL at the end",
            200_000,
            n -> {
              var text = new byte[n];
              Arrays.fill(text, (byte) ' ');
              text[n - 1] = 0;
              return () -> refused(() -> JsonBody.checkValue(text));
            }),
        work(
            "text as a Value",
            2_000,
            n -> {
              var text =
                  ("[" + each(n, i -> "{\"a" + i + "\":1.5}") + "]")
                      .getBytes(StandardCharsets.UTF_8);
              return () ->
                  JsonValues.canonicalText(
                      JsonValues.toJson("json", JsonValues.toValue(text).orElseThrow()));
            }),
        work(
            "surrogates",
            200_000,
            n -> {
              var text = "\ud83d\ude00".repeat(n / 2);
              return () -> WellFormed.require("owner", text);
            }),
        work(
            "labels of a task",
            1_000,
            n -> {
              var labels = new HashMap<String, String>();
              IntStream.range(0, n).forEach(i -> labels.put("k" + i, "\ud83d\ude00"));
              return () -> ScheduleRules.labels(labels, new Violations());
            }),
        work(
            "files",
            2_000,
            n -> {
              var files =
                  IntStream.range(0, n)
                      .mapToObj(
                          i ->
                              Resource.newBuilder()
                                  .setPath("a/b/" + i + "/c")
                                  .setSha256("0".repeat(64))
                                  .build())
                      .toList();
              return () -> FileRules.resources(files, new Violations());
            }),
        work(
            "files that are wrong",
            1_000,
            n -> {
              var files = Collections.nCopies(n, Resource.getDefaultInstance());
              return () -> FileRules.resources(files, new Violations());
            }),
        lambda("needs", 2_000, (n, lambda) -> names(n, "n").forEach(lambda::addNeeds)),
        lambda("needs that are wrong", 2_000, (n, l) -> names(n, "\n").forEach(l::addNeeds)),
        lambda("priorities", 50_000, (n, l) -> names(n, "p").forEach(l::addPriorities)),
        lambda("indexed labels", 2_000, (n, l) -> names(n, "\ud83d").forEach(l::addIndexedLabels)),
        lambda("a description", 200_000, (n, l) -> l.setDescription("x".repeat(n))),
        lambda(
            "weights",
            2_000,
            (n, l) -> names(n, "\n").forEach(key -> l.getFairnessBuilder().putWeights(key, 0))));
  }

  private interface Filling {
    void fill(int count, Lambda.Builder lambda);
  }

  private static Arguments lambda(String name, int size, Filling filling) {
    return work(
        "lambda with " + name,
        size,
        n -> {
          var builder = Lambda.newBuilder().setName("a").setShards(0);
          filling.fill(n, builder);
          var lambda = builder.build();
          return () ->
              refused(() -> LambdaCodec.definition(lambda, Duration.ofSeconds(25), Instant.EPOCH));
        });
  }

  private static List<String> names(int count, String start) {
    return IntStream.range(0, count).mapToObj(i -> start + i).toList();
  }

  private static void refused(Work work) throws Exception {
    try {
      work.run();
    } catch (InvalidFieldException | UnreadableJsonException e) {
      return;
    }
    throw new AssertionError("not refused");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("works")
  void growsWithTheSizeOfTheInput(String name, int size, IntFunction<Work> ofSize)
      throws Exception {
    var small = ofSize.apply(size);
    var large = ofSize.apply(TIMES * size);
    small.run();

    double least = Double.MAX_VALUE;
    for (int i = 0; i < COMPARISONS_MAX && least > RATIO_MAX; i++) {
      long one = nanos(small);
      long other = nanos(large);
      least = Math.min(least, (double) other / Math.max(1, one));
    }

    assertThat(least).isLessThan(RATIO_MAX);
  }

  private static long nanos(Work work) throws Exception {
    var threads = ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadCpuTime();
    work.run();
    return threads.getCurrentThreadCpuTime() - before;
  }
}
