package dev.atf.e2e.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.testtime.ProgressWait;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Follows the instructions of a document in order; a block that it cannot handle fails it.
 *
 * <ul>
 *   <li>A block with a {@linkplain FencedBlock#file file} is written there; a later block has to
 *       use it.
 *   <li>{@code sh}: typed into one shell. A command may fail only if its line ends with {@code #
 *       exit code N}. If the first line is {@code # terminal N}, the block holds a terminal of its
 *       own; the block that held that one is interrupted before.
 *   <li>{@code text}: the whole output of the {@code sh} block before it; or, within a while, among
 *       other lines, that of a terminal of its own, which may be named in the first line as well.
 *       See {@link ShownOutput}.
 *   <li>Another language: the reader of {@link #reading}.
 * </ul>
 */
public final class Walk implements AutoCloseable {
  private static final Pattern TERMINAL = Pattern.compile("# terminal (\\d+).*\\n");
  private static final Pattern MAY_FAIL =
      Pattern.compile("(?m)^\\s*(.*\\S)\\s+# (exit code \\d+).*$");

  private final Path directory;
  private final Map<String, String> environment;
  private final Path scratch;
  private final Shell shell;
  private final Map<String, TerminalWindow> terminals = new TreeMap<>();
  private final Map<String, Consumer<FencedBlock>> readers = new HashMap<>();
  private final StringBuilder said = new StringBuilder();
  private Supplier<String> lastOutput = () -> "";
  private String lastTerminal = "";

  /**
   * @param directory directory of the reader
   * @param scratch an empty one, of no use to the reader
   */
  public Walk(Path directory, Map<String, String> environment, Path scratch) throws IOException {
    this.directory = directory;
    this.environment = Map.copyOf(environment);
    this.scratch = scratch;
    this.shell = new Shell(directory, environment, scratch);
  }

  /** Passes blocks of this language to {@code reader}, including those with a file. */
  public Walk reading(String language, Consumer<FencedBlock> reader) {
    readers.put(language, reader);
    return this;
  }

  /** Runs commands before the document begins, such as definitions of functions and variables. */
  public Walk after(String commands) throws IOException {
    assertThat(shell.run(commands).failed()).isEmpty();
    return this;
  }

  /**
   * @return everything that the shell's commands have printed
   */
  public String follow(MarkdownDocument document) throws IOException {
    var blocks = document.blocks();
    assertThat(blocks).as("blocks").isNotEmpty();
    for (int i = 0; i < blocks.size(); i++) {
      var block = blocks.get(i);
      var later = blocks.subList(i + 1, blocks.size());
      step(document.place(block), block, later);
    }
    return said.toString();
  }

  private void step(String place, FencedBlock block, List<FencedBlock> later) throws IOException {
    var reader = readers.get(block.language());
    if (block.file().isPresent()) {
      write(place, block.file().get(), block.text());
      assertThat(reader != null || isUsed(block.file().get(), later))
          .as(place + ": something uses " + block.file().get())
          .isTrue();
    }
    if (reader != null) {
      reader.accept(block);
    } else if (block.file().isEmpty()) {
      switch (block.language()) {
        case "sh" -> run(place, block.text());
        case "text" -> wasShown(place, block.text());
        default -> throw new AssertionError(place + ": nothing executes this block");
      }
    }
  }

  private void write(String place, String file, String text) throws IOException {
    var path = directory.resolve(file).normalize();
    assertThat(path).as(place).startsWithRaw(Objects.requireNonNull(directory.getParent()));
    Files.createDirectories(Objects.requireNonNull(path.getParent()));
    Files.writeString(path, text);
  }

  /** Returns whether a command names the file, or a directory that contains it. */
  private static boolean isUsed(String file, List<FencedBlock> later) {
    return later.stream()
        .filter(block -> block.language().equals("sh"))
        .anyMatch(
            block -> {
              for (var path = Path.of(file); path != null; path = path.getParent()) {
                if (!path.endsWith("..") && block.text().contains(path.toString())) {
                  return true;
                }
              }
              return false;
            });
  }

  private void run(String place, String commands) throws IOException {
    var terminal = TERMINAL.matcher(commands);
    if (terminal.lookingAt()) {
      hold(place, terminal.group(1), commands);
      return;
    }
    var ran = shell.run(commands);
    said.append(ran.output());
    assertThat(ran.failed())
        .as(place + "\n" + ran.output())
        .containsExactlyElementsOf(
            MAY_FAIL
                .matcher(commands)
                .results()
                .map(line -> line.group(2) + " of: " + line.group(1))
                .toList());
    lastOutput = ran::output;
    lastTerminal = "";
  }

  private void hold(String place, String name, String commands) throws IOException {
    var before = terminals.get(name);
    if (before != null) {
      assertThat(before.interrupted()).as(place + ": Ctrl-C in terminal " + name).isTrue();
    }
    var output = Files.createTempFile(scratch, "terminal-" + name, ".out");
    var window = new TerminalWindow(commands, directory, environment, output);
    terminals.put(name, window);
    lastOutput = window::said;
    lastTerminal = name;
  }

  private void wasShown(String place, String text) {
    var terminal = TERMINAL.matcher(text);
    var name = terminal.lookingAt() ? terminal.group(1) : lastTerminal;
    if (name.isEmpty()) {
      assertThat(new ShownOutput(text).isAllOf(lastOutput.get()))
          .as("%s shows%n%s%nbut there was%n%s", place, text, lastOutput.get())
          .isTrue();
      return;
    }
    var window = Objects.requireNonNull(terminals.get(name), place + ": terminal " + name);
    var shown = new ShownOutput(terminal.replaceFirst(""));
    ProgressWait.observing("%s shows%n%s".formatted(place, text), window::progress)
        .until(() -> shown.isIn(window.said()) || !window.isHeld());
    assertThat(shown.isIn(window.said()))
        .as("%s shows%n%s%nbut there was%n%s", place, text, window.said())
        .isTrue();
  }

  /** Interrupts all terminals, the last one first. */
  @Override
  public void close() {
    shell.close();
    var inTime = new TreeMap<String, Boolean>();
    for (var terminal : terminals.entrySet()) {
      inTime.put(terminal.getKey(), terminal.getValue().interrupted());
      terminal.getValue().kill();
    }
    assertThat(inTime).as("ended by Ctrl-C").doesNotContainValue(false);
  }
}
