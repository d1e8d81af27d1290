/** ResultHandler of attempts and the retries that follow. */
@NullMarked
package dev.atf.hsc.result;

import org.jspecify.annotations.NullMarked;
