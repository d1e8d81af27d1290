package dev.atf.infra.deployment;

import dev.atf.runtime.SettingChecks;

/**
 * The components' images: {@code <prefix>frontend}, {@code <prefix>store-consumer}, {@code
 * <prefix>hsc}, {@code <prefix>worker} in the account's registry; or built from a directory.
 *
 * @param repositoryPrefix such as {@code atf/}
 * @param tag the version
 * @param directory the project, packaged: each image is built from {@code <room>/target/image};
 *     instead of the other two
 */
public record ImagesSection(String repositoryPrefix, String tag, String directory) {
  public ImagesSection {
    new SettingChecks()
        .that(
            directory.isEmpty() ? !tag.isEmpty() : tag.isEmpty() && repositoryPrefix.isEmpty(),
            "images.tag",
            tag,
            "a tag that is never moved; or images.directory alone")
        .end();
  }
}
