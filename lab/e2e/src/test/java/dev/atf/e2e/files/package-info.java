@NullMarked
package dev.atf.e2e.files;

import org.jspecify.annotations.NullMarked;
