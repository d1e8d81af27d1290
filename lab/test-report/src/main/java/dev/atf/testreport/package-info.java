/** What a run of the tests ends with. */
@NullMarked
package dev.atf.testreport;

import org.jspecify.annotations.NullMarked;
