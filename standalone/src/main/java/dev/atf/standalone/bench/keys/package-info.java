/** What a failing ordering key costs the other keys of its lambda, and what order costs at all. */
@NullMarked
package dev.atf.standalone.bench.keys;

import org.jspecify.annotations.NullMarked;
