/** Tests of reports of worker hosts. */
@NullMarked
package dev.atf.hsc.worker;

import org.jspecify.annotations.NullMarked;
