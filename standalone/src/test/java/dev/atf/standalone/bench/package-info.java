@NullMarked
package dev.atf.standalone.bench;

import org.jspecify.annotations.NullMarked;
