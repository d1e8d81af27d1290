package dev.atf.site;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All documents in groups, as each page lists them. */
final class Navigation {
  private static final String MORE = "More";
  private static final String DECISIONS = "Decisions";
  private static final String MODULES = "Modules";

  /** Documents by the reader's purpose, in the order in which to read them. */
  private static final Map<String, List<String>> GROUPS = new LinkedHashMap<>();

  static {
    GROUPS.put(
        "Learn",
        List.of(
            "README.md",
            "docs/README.md",
            "docs/tutorial.md",
            "docs/library.md",
            "docs/executor.md",
            "docs/operate/new-lambda.md",
            "client/README.md",
            "standalone/testkit/README.md",
            "executor/spring-boot/README.md",
            "lab/examples/README.md"));
    GROUPS.put(
        "Features",
        List.of(
            "docs/retries.md",
            "docs/periodic.md",
            "docs/ordering.md",
            "docs/jobs.md",
            "docs/conditions.md",
            "docs/fairness.md",
            "docs/routes.md",
            "docs/search.md",
            "docs/subscriptions.md",
            "docs/outbox.md",
            "docs/resources.md",
            "docs/logs.md",
            "docs/canaries.md",
            "docs/chores.md",
            "docs/http.md"));
    GROUPS.put(
        "Operate",
        List.of(
            "docs/operate/one-machine.md",
            "docs/operate/processes.md",
            "docs/systemd.md",
            "docs/containers.md",
            "docs/operate/aws.md",
            "docs/operate/upgrade.md",
            "docs/operate/capacity-and-cost.md",
            "docs/operate/backup-and-restore.md",
            "docs/operate/failures.md",
            "docs/operate/workers.md",
            "docs/operate/monitoring.md",
            "docs/operate/runbooks.md",
            "docs/operate/stuck-tasks.md",
            "docs/console.md",
            "docs/security.md"));
    GROUPS.put(
        "Reference",
        List.of(
            "docs/lambda.md",
            "docs/settings.md",
            "docs/metrics.md",
            "docs/errors.md",
            "docs/explain.md",
            "docs/lifecycle.md",
            "docs/protocol.md",
            "docs/services.md",
            "docs/glossary.md",
            "CHANGELOG.md"));
    GROUPS.put(
        "Why",
        List.of(
            "ARCHITECTURE.md",
            "docs/adr/README.md",
            "docs/guarantees.md",
            "docs/verification.md",
            "docs/performance.md",
            "CONTRIBUTING.md"));
    GROUPS.put(MORE, List.of());
    GROUPS.put(MODULES, List.of());
    GROUPS.put(DECISIONS, List.of());
  }

  private final Map<String, List<Document>> groups = new LinkedHashMap<>();

  Navigation(Map<String, Document> documents) {
    var named = GROUPS.values().stream().flatMap(List::stream).toList();
    GROUPS.forEach(
        (group, paths) -> {
          var members = new ArrayList<Document>();
          paths.stream().filter(documents::containsKey).map(documents::get).forEach(members::add);
          groups.put(group, members);
        });
    documents.keySet().stream()
        .filter(path -> !named.contains(path))
        .sorted()
        .forEach(path -> groups.getOrDefault(groupOf(path), List.of()).add(documents.get(path)));
  }

  private static String groupOf(String path) {
    if (path.startsWith("docs/adr/")) {
      return DECISIONS;
    }
    return path.endsWith("/README.md") ? MODULES : MORE;
  }

  /** Returns the list for a page; groups that are long are closed elsewhere. */
  String html(PagePath here) {
    var html = new StringBuilder();
    groups.forEach(
        (group, documents) -> {
          if (!documents.isEmpty()) {
            append(html, group, documents, here);
          }
        });
    return html.toString();
  }

  private static void append(
      StringBuilder html, String group, List<Document> documents, PagePath here) {
    boolean isLong = group.equals(MODULES) || group.equals(DECISIONS);
    boolean isHere = documents.stream().anyMatch(document -> isAt(document, here));
    html.append(isLong && !isHere ? "<details>" : "<details open>")
        .append("<summary>%s</summary>\n<ul>\n".formatted(group));
    for (var document : documents) {
      var target = PagePath.of(document.path());
      html.append(
          "<li><a href=\"%s\"%s>%s</a></li>\n"
              .formatted(
                  Html.escape(here.linkTo(target)),
                  isAt(document, here) ? " aria-current=\"page\"" : "",
                  Html.escape(document.title())));
    }
    html.append("</ul>\n</details>\n");
  }

  private static boolean isAt(Document document, PagePath here) {
    return PagePath.of(document.path()).equals(here);
  }
}
