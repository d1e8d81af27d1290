/** Buffered task references and waiting NextWork calls, matched by lambda and priority. */
@NullMarked
package dev.atf.controller.buffer;

import org.jspecify.annotations.NullMarked;
