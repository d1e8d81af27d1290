/** Tests of the published artifacts. Run in verify, when the jars exist. */
@NullMarked
package dev.atf.e2e.published;

import org.jspecify.annotations.NullMarked;
