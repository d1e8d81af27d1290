package dev.atf.infra.deployment;

import dev.atf.runtime.config.SettingChecks;

/**
 * Images of the components: {@code <prefix>frontend}, {@code <prefix>store-consumer}, {@code
 * <prefix>hsc}, {@code <prefix>worker} in the account's registry; or images that are built from a
 * directory.
 *
 * @param repositoryPrefix prefix, such as {@code atf/}
 * @param tag version, or digest of one image ({@code sha256:…})
 * @param directory directory of the packaged project, used instead of prefix and tag; each image is
 *     built from {@code <module>/target/image}
 * @param collector image of the metrics collector next to each service, such as a copy of the
 *     default in the account's registry
 */
public record ImagesSection(
    String repositoryPrefix, String tag, String directory, String collector) {
  public ImagesSection {
    new SettingChecks()
        .that(
            directory.isEmpty() ? !tag.isEmpty() : tag.isEmpty() && repositoryPrefix.isEmpty(),
            "images.tag",
            tag,
            "a tag that is never moved; or only images.directory")
        .that(!collector.isBlank(), "images.collector", collector, "an image of the collector")
        .end();
  }
}
