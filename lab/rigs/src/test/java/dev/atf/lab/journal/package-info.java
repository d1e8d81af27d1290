@NullMarked
package dev.atf.lab.journal;

import org.jspecify.annotations.NullMarked;
