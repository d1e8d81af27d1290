/** Table of errors, and the generated messages and stubs of the calls between processes. */
@NullMarked
package dev.atf.protocol;

import org.jspecify.annotations.NullMarked;
