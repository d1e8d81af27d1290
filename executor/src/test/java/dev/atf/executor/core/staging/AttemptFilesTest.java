package dev.atf.executor.core.staging;

import static dev.atf.executor.core.staging.StagingRig.files;
import static dev.atf.executor.core.staging.StagingRig.ref;
import static dev.atf.executor.core.staging.StagingRig.work;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.executor.Outcome;
import dev.atf.protocol.v1.Resource;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests work directories and outputs with real files. */
@EnabledOnOs(OS.LINUX)
final class AttemptFilesTest {
  @TempDir private Path root;

  private StagingRig rig() {
    return new StagingRig(root.resolve("cache"));
  }

  private static String code(StagingFailedException failure) {
    return failure.outcome() instanceof Outcome.FatalFailure fatal
        ? "fatal " + fatal.code()
        : "retriable " + ((Outcome.RetriableFailure) failure.outcome()).code();
  }

  @Test
  void nothingIsOnTheDiskWithoutFiles() throws Exception {
    var rig = rig();
    var process = rig.process();
    process.start();
    try (var files = files(process, work("a"))) {
      files.stage();

      assertThat(files.hasWorkDirectory()).isFalse();
    }
    process.close();
    assertThat(root).isEmptyDirectory();
  }

  @Test
  void aWorkDirectoryIsMadeWhenItIsAskedForAndRemovedAfterwards() throws Exception {
    var rig = rig();
    var process = rig.process();
    try (var files = files(process, work("../a/b"))) {
      files.stage();
      var directory = files.workDirectory();
      Files.createDirectories(directory.resolve("deep/er"));
      Files.writeString(directory.resolve("deep/er/file"), "x");
      Files.setPosixFilePermissions(
          directory.resolve("deep"), PosixFilePermissions.fromString("---------"));

      assertThat(files.workDirectory()).isEqualTo(directory);
      assertThat(files.hasWorkDirectory()).isTrue();
      assertThat(directory).startsWith(rig.root);
      assertThat(
              PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.getParent())))
          .isEqualTo("rwx------");
    }

    assertThat(rig.left())
        .containsExactlyInAnyOrder("host-1-1", "host-1-1/.downloads", "host-1-1.lock");
    process.close();
    assertThat(rig.left()).isEmpty();
  }

  @Test
  void aWorkDirectoryIsNotMadeOnceTheAttemptIsOver() throws Exception {
    var files = files(rig().process(), work("a"));
    files.close();

    assertThatThrownBy(files::workDirectory).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void removalDoesNotFollowLinks() throws Exception {
    var outside = Files.createDirectory(root.resolve("outside"));
    Files.writeString(outside.resolve("precious"), "x");
    try (var files = files(rig().process(), work("a"))) {
      Files.createSymbolicLink(files.workDirectory().resolve("link"), outside);
    }

    assertThat(outside.resolve("precious")).exists();
  }

  @Test
  void whatADeadProcessLeftIsRemovedAndTheLivingAreNot() throws Exception {
    var rig = rig();
    var living = files(rig.process(), work("a"));
    var kept = living.workDirectory();
    var dead = Files.createDirectories(rig.root.resolve("work/dead/t-1"));
    Files.writeString(dead.resolve("file"), "x");
    Files.createFile(rig.root.resolve("work/dead.lock"));
    var next = rig.process();

    next.start();

    assertThat(rig.root.resolve("work/dead")).doesNotExist();
    assertThat(rig.root.resolve("work/dead.lock")).doesNotExist();
    assertThat(kept).isDirectory();
    next.start();
    assertThat(kept).isDirectory();
  }

  @Test
  void outputsAreKeptByTheirPatterns() throws Exception {
    var rig = rig();
    var work =
        work("a", List.of("*.txt", "logs/**", "**/deep.bin"), rig.hsc.resource("in.txt", "i"));
    try (var files = files(rig.process(), work)) {
      files.stage();
      var directory = files.workDirectory();
      Files.createDirectories(directory.resolve("logs/a"));
      Files.createDirectories(directory.resolve("other/x"));
      for (var file :
          List.of("b.txt", "a.txt", "logs/a/1", "other/no.txt", "deep.bin", "other/x/deep.bin")) {
        Files.writeString(directory.resolve(file), "same");
      }

      assertThat(files.keepOutputs()).isTrue();
    }

    assertThat(rig.hsc.kept.get(ref(work)))
        .extracting(Resource::getPath)
        .containsExactly("a.txt", "b.txt", "deep.bin", "logs/a/1", "other/x/deep.bin");
    assertThat(rig.hsc.kept.get(ref(work))).extracting(Resource::getBytes).containsOnly(4L);
    assertThat(rig.hsc.written).hasSize(1);
  }

  @Test
  void resourcesAreNotMatched() throws Exception {
    var rig = rig();
    var work = work("a", List.of("**"), rig.hsc.resource("in.txt", "i"));
    try (var files = files(rig.process(), work)) {
      files.stage();

      assertThat(files.keepOutputs()).isTrue();
    }

    assertThat(rig.hsc.keepCalls).hasValue(0);
  }

  @Test
  void aResourceThatTheHandlerReplacedIsAnOutput() throws Exception {
    var rig = rig();
    var in = rig.hsc.resource("state.txt", "old");
    var work = work("a", List.of("*.txt"), in);
    try (var files = files(rig.process(), work)) {
      files.stage();
      var state = files.workDirectory().resolve("state.txt");
      Files.delete(state);
      Files.writeString(state, "new");

      assertThat(files.keepOutputs()).isTrue();
    }

    assertThat(rig.hsc.kept.get(ref(work)))
        .extracting(Resource::getSha256)
        .containsExactly(FakeStaging.sha256("new".getBytes(StandardCharsets.UTF_8)));
    assertThat(rig.content(in)).hasContent("old");
  }

  @Test
  @Tag("FI8")
  void linksOutOfTheDirectoryAreNoOutputs() throws Exception {
    var rig = rig();
    var outside = Files.createDirectory(root.resolve("outside"));
    Files.writeString(outside.resolve("secret.txt"), "secret");
    var work = work("a", List.of("**"));
    try (var files = files(rig.process(), work)) {
      files.stage();
      var directory = files.workDirectory();
      Files.createSymbolicLink(directory.resolve("file.txt"), outside.resolve("secret.txt"));
      Files.createSymbolicLink(directory.resolve("tree"), outside);
      Files.writeString(directory.resolve("own"), "x");

      assertThat(files.keepOutputs()).isTrue();
    }

    assertThat(rig.hsc.kept.get(ref(work))).extracting(Resource::getPath).containsExactly("own");
  }

  @Test
  void noOutputsNeedNoCall() throws Exception {
    var rig = rig();
    try (var files = files(rig.process(), work("a", List.of("*.txt")))) {
      files.stage();

      assertThat(files.keepOutputs()).isTrue();
    }

    assertThat(rig.hsc.keepCalls).hasValue(0);
  }

  @Test
  void tooManyOutputsAreFatal() throws Exception {
    var rig = rig();
    try (var files = files(rig.process(), work("a", List.of("*")))) {
      files.stage();
      for (int i = 0; i < 201; i++) {
        Files.createFile(files.workDirectory().resolve("f" + i));
      }

      assertThatThrownBy(files::keepOutputs)
          .isInstanceOfSatisfying(
              StagingFailedException.class,
              e -> assertThat(code(e)).isEqualTo("fatal OUTPUTS_TOO_MANY"));
      Files.delete(files.workDirectory().resolve("f0"));
      assertThat(files.keepOutputs()).isTrue();
    }
  }

  @Test
  void anOutputOfMoreThan5GigabytesIsFatal() throws Exception {
    try (var files = files(rig().process(), work("a", List.of("*")))) {
      files.stage();
      try (var sparse =
          new RandomAccessFile(files.workDirectory().resolve("large").toFile(), "rw")) {
        sparse.setLength(5_000_000_001L);
      }

      assertThatThrownBy(files::keepOutputs)
          .isInstanceOfSatisfying(
              StagingFailedException.class,
              e -> assertThat(code(e)).isEqualTo("fatal OUTPUTS_TOO_MANY"));
    }
  }

  @Test
  void namesAndPatternsThatCannotBeKeptAreFatal() throws Exception {
    var rig = rig();
    try (var files = files(rig.process(), work("a", List.of("*")))) {
      files.stage();
      Files.createFile(files.workDirectory().resolve("a:b"));

      assertThatThrownBy(files::keepOutputs)
          .isInstanceOfSatisfying(
              StagingFailedException.class,
              e -> assertThat(code(e)).isEqualTo("fatal OUTPUTS_INVALID"));
    }
    try (var files = files(rig.process(), work("a", List.of("[a")))) {
      assertThatThrownBy(files::stage)
          .isInstanceOfSatisfying(
              StagingFailedException.class,
              e -> assertThat(code(e)).isEqualTo("fatal OUTPUTS_INVALID"));
    }
  }

  @Test
  void outputsAreNotKeptWithoutTheClaim() throws Exception {
    var rig = rig();
    rig.hsc.lost.add("a");
    try (var files = withOutput(rig)) {
      assertThat(files.keepOutputs()).isFalse();
    }
  }

  private static AttemptFiles withOutput(StagingRig rig) throws Exception {
    var files = files(rig.process(), work("a", List.of("*")));
    files.stage();
    Files.writeString(files.workDirectory().resolve("out"), "made");
    return files;
  }

  @Test
  void contentThatVanishesBeforeItIsRecordedIsWrittenAgainOnce() throws Exception {
    var rig = rig();
    rig.hsc.beforeKeep =
        () -> {
          if (rig.hsc.keepCalls.get() == 1) {
            rig.hsc.contents.clear();
          }
        };
    try (var files = withOutput(rig)) {
      assertThat(files.keepOutputs()).isTrue();
    }
    assertThat(rig.hsc.written).hasSize(2);
    rig.hsc.beforeKeep = rig.hsc.contents::clear;
    try (var files = withOutput(rig)) {
      assertThatThrownBy(files::keepOutputs)
          .isInstanceOfSatisfying(
              StagingFailedException.class,
              e -> assertThat(code(e)).isEqualTo("retriable OUTPUTS_NOT_KEPT"));
    }
  }

  @Test
  void anOutageFailsTheAttemptUnlessItIsShort() throws Exception {
    var rig = rig();
    try (var files = withOutput(rig)) {
      rig.hsc.failures.set(3);
      assertThat(files.keepOutputs()).isTrue();
      rig.hsc.failures.set(4);
      assertThatThrownBy(files::keepOutputs)
          .isInstanceOfSatisfying(
              StagingFailedException.class,
              e -> assertThat(code(e)).isEqualTo("retriable OUTPUTS_NOT_KEPT"));
    }
  }

  @Test
  void anInterruptionEndsTheKeeping() throws Exception {
    try (var files = withOutput(rig())) {
      Thread.currentThread().interrupt();

      assertThatThrownBy(files::keepOutputs).isInstanceOf(InterruptedException.class);
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
  }
}
