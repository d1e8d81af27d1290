package dev.atf.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.atf.model.check.FieldViolation;
import dev.atf.model.resource.TaskFiles;
import dev.atf.protocol.v1.Resource;
import dev.atf.protocol.v1.ScheduleRequest;
import java.util.AbstractList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of tasks: nothing leads out of the work directory, and nothing is in two places. */
final class FileRulesTest {
  private static final String DIGEST = "0123456789abcdef".repeat(4);
  private static final String PATH =
      "1-255 characters: a relative path by /, without empty names, . and .., backslashes, colons"
          + " and control characters";
  private static final String PATTERN =
      "a pattern of 1-255 characters for files of the work directory, such as out/*.txt or **/*.log";

  private final Violations violations = new Violations();

  private List<String> found() {
    return violations.all().stream().map(FieldViolation::toString).toList();
  }

  private static Resource file(String path) {
    return Resource.newBuilder().setPath(path).setSha256(DIGEST).build();
  }

  private static List<Resource> files(String... paths) {
    return Stream.of(paths).map(FileRulesTest::file).toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a", "a/b/c", ".a", "..a", "...", "a..", " ", "é", "\u202e", "~", "*", "-rf", "a.b"
      })
  void acceptsPathsWithinTheWorkDirectory(String path) {
    assertThat(FileRules.resources(files(path), violations))
        .extracting(file -> file.path().value())
        .containsExactly(path);
    assertThat(found()).isEmpty();
  }

  private static Stream<Arguments> badPaths() {
    return Stream.concat(
        Stream.of(
                "", "/", "/a", "a/", "a//b", ".", "..", "./a", "../a", "a/../b", "a/..", "a/./b",
                "a\\b", "C:a", "a:b")
            .map(path -> arguments(path, path + " (expected: " + PATH + ")")),
        Stream.of(
            arguments("a\0b", "a\\u0000b (expected: " + PATH + ")"),
            arguments("a\nb", "a\\u000ab (expected: " + PATH + ")"),
            arguments("a\u0085", "a\\u0085 (expected: " + PATH + ")"),
            arguments("a".repeat(256), "a".repeat(80) + "… (expected: " + PATH + ")"),
            arguments(
                "a\ud83d",
                "half a surrogate pair at character 2 (expected: well-formed Unicode text)")));
  }

  @ParameterizedTest(name = "{index}")
  @MethodSource("badPaths")
  @Tag("FI8")
  void rejectsPathsThatLeadElsewhere(String path, String refusal) {
    assertThat(FileRules.resources(files("ok", path), violations)).hasSize(1);

    assertThat(found()).containsExactly("resources[1].path: " + refusal);
  }

  @ParameterizedTest
  @CsvSource({"0, true", "5000000000, true", "-1, false", "5000000001, false"})
  void acceptsSizesUpToTheLargestObject(long bytes, boolean accepted) {
    var file = file("a").toBuilder().setBytes(bytes).build();

    assertThat(FileRules.resources(List.of(file), violations)).hasSize(1);

    assertThat(found())
        .isEqualTo(
            accepted
                ? List.of()
                : List.of("resources[0].bytes: " + bytes + " (expected: 0 to 5000000000)"));
  }

  private static Stream<Arguments> badDigests() {
    return Stream.of(
        arguments("", ""),
        arguments(DIGEST.substring(1), DIGEST.substring(1)),
        arguments(DIGEST + "0", DIGEST + "0"),
        arguments(DIGEST.replace('a', 'A'), DIGEST.replace('a', 'A')),
        arguments(DIGEST.replace('a', 'g'), DIGEST.replace('a', 'g')),
        arguments(DIGEST.substring(1) + "\n", DIGEST.substring(1) + "\\u000a"));
  }

  @ParameterizedTest(name = "{index}")
  @MethodSource("badDigests")
  void rejectsMalformedDigests(String digest, String shown) {
    var file = file("a").toBuilder().setSha256(digest).build();

    assertThat(FileRules.resources(List.of(file), violations)).isEmpty();

    assertThat(found())
        .containsExactly("resources[0].sha256: " + shown + " (expected: 64 of 0-9 a-f)");
  }

  @Test
  void reportsAllThatIsWrongWithAFileThatIsUnset() {
    assertThat(FileRules.resources(List.of(Resource.getDefaultInstance()), violations)).isEmpty();

    assertThat(violations.all())
        .extracting(FieldViolation::field)
        .containsExactly("resources[0].path", "resources[0].sha256");
  }

  @ParameterizedTest
  @CsvSource({"a/b, a/c", "a, ab", "a/b, ab", "a.b, a/b", "A, a"})
  void acceptsPathsThatDoNotMeet(String one, String other) {
    assertThat(FileRules.resources(files(one, other), violations)).hasSize(2);
    assertThat(FileRules.resources(files(other, one), violations)).hasSize(2);
    assertThat(found()).isEmpty();
  }

  @Test
  void rejectsASecondFileAtOnePath() {
    FileRules.resources(files("a", "b", "a"), violations);

    assertThat(found())
        .containsExactly("resources[2].path: a (expected: a path that no other resource has)");
  }

  @ParameterizedTest
  @CsvSource({"a, a/b", "a/b, a", "a, a/b/c", "a/b/c, a/b"})
  void rejectsAFileThatIsADirectoryOfAnother(String one, String other) {
    FileRules.resources(files(one, other), violations);

    assertThat(found())
        .containsExactly(
            "resources: %s (expected: a path that is not a directory of another resource)"
                .formatted(one.length() < other.length() ? one : other));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a", "out/*.txt", "**/*.log", "**", "?", "[ab]", "{a,b}/c", "a b", "[!a-c]*"})
  void acceptsPatternsOfFilesInTheWorkDirectory(String pattern) {
    var request = ScheduleRequest.newBuilder().addOutputs(pattern).build();

    assertThat(FileRules.files(request, violations).outputs()).containsExactly(pattern);
    assertThat(found()).isEmpty();
  }

  private static Stream<Arguments> badPatterns() {
    return Stream.concat(
        Stream.of(
                "",
                "[",
                "[a",
                "{a",
                "{a,{b}}",
                "[z-a]",
                "/etc/passwd",
                "../a",
                "a/../*",
                "a//b",
                "*/",
                ".",
                "a:b",
                "\\[")
            .map(pattern -> arguments(pattern, pattern)),
        Stream.of(
            arguments("a\n*", "a\\u000a*"),
            arguments("*\ud83d", "*\\ud83d"),
            arguments("*".repeat(256), "*".repeat(80) + "…")));
  }

  @ParameterizedTest(name = "{index}")
  @MethodSource("badPatterns")
  void rejectsPatternsThatAreMalformedOrLeadElsewhere(String pattern, String shown) {
    var request = ScheduleRequest.newBuilder().addOutputs("ok").addOutputs(pattern).build();

    FileRules.files(request, violations);

    assertThat(found()).containsExactly("outputs[1]: " + shown + " (expected: " + PATTERN + ")");
  }

  @Test
  void aRequestWithoutFilesHasNone() {
    assertThat(FileRules.files(ScheduleRequest.getDefaultInstance(), violations))
        .isEqualTo(TaskFiles.NONE);
    assertThat(found()).isEmpty();
  }

  @Test
  void acceptsAsManyFilesAndPatternsAsTheLimits() {
    var request = ScheduleRequest.newBuilder();
    IntStream.range(0, 200).forEach(i -> request.addResources(file("f" + i)));
    request.addAllOutputs(Collections.nCopies(20, "*"));

    var files = FileRules.files(request.build(), violations);

    assertThat(files.resources()).hasSize(200);
    assertThat(files.outputs()).hasSize(20);
    assertThat(found()).isEmpty();
  }

  @Test
  void rejectsOneFileOrPatternMoreThanTheLimits() {
    var files = ScheduleRequest.newBuilder().addAllResources(Collections.nCopies(201, file("")));
    var patterns = ScheduleRequest.newBuilder().addAllOutputs(Collections.nCopies(21, "["));

    assertThat(FileRules.files(files.build(), violations)).isEqualTo(TaskFiles.NONE);
    assertThat(FileRules.files(patterns.build(), violations)).isEqualTo(TaskFiles.NONE);

    assertThat(found())
        .containsExactly(
            "resources: 201 files (expected: at most 200)",
            "outputs: 21 patterns (expected: at most 20)");
  }

  /** With a payload of any size the entity stays below the 400 KB of an item. */
  @ParameterizedTest
  @CsvSource({"0, true", "1, false"})
  void acceptsPathsAndPatternsOf16KiBTogether(int more, boolean accepted) {
    var request = ScheduleRequest.newBuilder();
    // 80 names of 2 + 2 * 99 bytes, then 384 bytes, are 16 KiB.
    IntStream.range(0, 80).forEach(i -> request.addResources(file(10 + i + "é".repeat(99))));
    request.addOutputs("a".repeat(192)).addOutputs("a".repeat(192 + more));

    FileRules.files(request.build(), violations);

    assertThat(found())
        .isEqualTo(
            accepted
                ? List.of()
                : List.of(
                    "resources: 16385 bytes of paths and patterns (expected: at most 16384)"));
  }

  @Test
  void rejectsFilesWhereNoneCanBe() {
    FileRules.none(ScheduleRequest.getDefaultInstance(), "none: why", violations);
    assertThat(found()).isEmpty();

    FileRules.none(
        ScheduleRequest.newBuilder().addResources(file("a")).addOutputs("a").build(),
        "none: why",
        violations);

    assertThat(found())
        .containsExactly(
            "resources: given (expected: none: why)", "outputs: given (expected: none: why)");
  }

  @Test
  void filesSurviveTheWayThroughTheModel() {
    var asked =
        List.of(file("a/b"), file("é").toBuilder().setBytes(5_000_000_000L).build(), file("c"));

    assertThat(ResourceCodec.proto(FileRules.resources(asked, violations))).isEqualTo(asked);
    assertThat(ResourceCodec.proto(List.of())).isEmpty();
  }

  @Test
  void readsNoFurtherWhenEnoughIsWrong() {
    var read = new AtomicInteger();
    var many =
        new AbstractList<Resource>() {
          @Override
          public Resource get(int index) {
            read.incrementAndGet();
            return Resource.getDefaultInstance();
          }

          @Override
          public int size() {
            return 1_000_000;
          }
        };

    FileRules.resources(many, violations);

    assertThat(violations.isFull()).isTrue();
    assertThat(read).hasValueLessThanOrEqualTo(100);
  }
}
