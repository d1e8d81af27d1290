/** Tests of the framework in one process. */
@NullMarked
package dev.atf.embedded;

import org.jspecify.annotations.NullMarked;
