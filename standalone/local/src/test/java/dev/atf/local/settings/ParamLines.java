package dev.atf.local.settings;

import com.sun.source.doctree.DocTree;
import com.sun.source.doctree.LinkTree;
import com.sun.source.doctree.LiteralTree;
import com.sun.source.doctree.ParamTree;
import com.sun.source.doctree.TextTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** Descriptions of the components of a record, from the Javadoc of its source. */
final class ParamLines {
  private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();
  private static final Path ROOT = Path.of("..", "..");
  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");

  private ParamLines() {}

  /** Returns the lines by component; a component without a line is absent. */
  static Map<String, String> of(Class<? extends Record> type) {
    var lines = new LinkedHashMap<String, String>();
    try (var files = COMPILER.getStandardFileManager(null, null, null)) {
      var task =
          (JavacTask)
              COMPILER.getTask(
                  null, files, null, null, null, files.getJavaFileObjects(sourceOf(type)));
      var docs = DocTrees.instance(task);
      new TreePathScanner<@Nullable Void, @Nullable Void>() {
        @Override
        public @Nullable Void visitClass(ClassTree found, @Nullable Void unused) {
          var comment = docs.getDocCommentTree(getCurrentPath());
          if (comment != null && found.getSimpleName().contentEquals(type.getSimpleName())) {
            for (var tag : comment.getBlockTags()) {
              if (tag instanceof ParamTree param) {
                lines.put(param.getName().toString(), text(param.getDescription()));
              }
            }
          }
          return super.visitClass(found, null);
        }
      }.scan(task.parse(), null);
      return lines;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the source file of a type. Surefire runs in the directory of this module. */
  private static Path sourceOf(Class<?> type) throws IOException {
    var file = type.getName().replace('.', '/') + ".java";
    return MODULE
        .matcher(Files.readString(ROOT.resolve("pom.xml")))
        .results()
        .map(module -> ROOT.resolve(module.group(1)).resolve("src/main/java").resolve(file))
        .filter(Files::exists)
        .findFirst()
        .orElseThrow(() -> new AssertionError("no source of " + type));
  }

  private static String text(List<? extends DocTree> description) {
    return description.stream()
        .map(ParamLines::text)
        .collect(Collectors.joining())
        .replaceAll("\\s+", " ")
        .strip();
  }

  private static String text(DocTree part) {
    if (part instanceof TextTree plain) {
      return plain.getBody();
    }
    if (part instanceof LiteralTree literal) {
      return "`" + literal.getBody().getBody().strip() + "`";
    }
    if (part instanceof LinkTree link) {
      return "`" + link.getReference().getSignature().replaceAll(".*#", "") + "`";
    }
    return part.toString();
  }
}
