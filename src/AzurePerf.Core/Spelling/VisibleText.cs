using System.Text;

namespace AzurePerf.Core.Spelling;

/// <summary>Texts in which something can be seen.</summary>
public static class VisibleText
{
    /// <summary>Blank, though letters or symbols by category: the fillers of Hangul and the Braille pattern without dots.</summary>
    private const string Blank = "\u115f\u1160\u2800\u3164\uffa0";

    /// <summary>False for a text of blanks and characters without a shape, such as that of no width: a link of that name is none.</summary>
    public static bool Is(string text) =>
        text is not null
            && text.EnumerateRunes().Any(character =>
                (Rune.IsLetterOrDigit(character) || Rune.IsPunctuation(character) || Rune.IsSymbol(character))
                    && !(character.IsBmp && Blank.Contains((char)character.Value, StringComparison.Ordinal)));
}
