namespace AzurePerf.Core.Texts;

/// <summary>Clauses as sentences.</summary>
public static class Sentence
{
    /// <summary>The text with a capital first letter.</summary>
    /// <param name="clause">Not empty.</param>
    public static string Start(string clause)
    {
        ArgumentException.ThrowIfNullOrEmpty(clause);
        return char.ToUpperInvariant(clause[0]) + clause[1..];
    }
}
