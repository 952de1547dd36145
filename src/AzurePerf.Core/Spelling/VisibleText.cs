namespace AzurePerf.Core.Spelling;

/// <summary>Texts in which something can be seen.</summary>
public static class VisibleText
{
    /// <summary>False for a text of blanks and characters without a shape, such as that of no width: a link of that name is none.</summary>
    public static bool Is(string text) =>
        text is not null
            && text.Any(character =>
                char.IsLetterOrDigit(character) || char.IsPunctuation(character) || char.IsSymbol(character)
                    || char.IsSurrogate(character));
}
