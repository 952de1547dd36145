namespace AzurePerf.Core.Spelling;

/// <summary>
/// Characters that change how a text is shown in place of being shown: control characters, marks that turn the direction of writing (UAX
/// #9), and the separators of lines and paragraphs. With them a name could look like another one, or like two lines of a log.
/// </summary>
public static class TextSteering
{
    public static bool Is(char character) =>
        char.IsControl(character)
            || character is '\u061c' or '\u200e' or '\u200f' or (>= '\u2028' and <= '\u202e') or (>= '\u2066' and <= '\u2069');
}
