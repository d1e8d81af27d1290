package dev.atf.e2e.documents;

import java.util.Optional;

/**
 * Content between two fences of a Markdown document.
 *
 * @param language the word after the opening fence, or nothing
 * @param file file that the reader writes it to: the line before ends with the path and a colon, as
 *     in <i>the handler, {@code Hello.java}:</i>
 * @param text each of its lines with its end
 * @param line of the opening fence, from 1
 */
public record FencedBlock(String language, Optional<String> file, String text, int line) {}
