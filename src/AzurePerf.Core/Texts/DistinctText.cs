namespace AzurePerf.Core.Texts;

/// <summary>What several measurements say of the same thing, as one text.</summary>
public static class DistinctText
{
    /// <summary>Each different text once, in ordinal order, with commas between; one text where all agree.</summary>
    public static string Of(IEnumerable<string> texts) => string.Join(", ", texts.Distinct().Order(StringComparer.Ordinal));
}
